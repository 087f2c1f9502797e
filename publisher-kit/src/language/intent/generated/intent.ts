// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 8626,
  "positive": 3788,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 5919,
      "positive": 3177
    },
    {
      "source": "banking77",
      "license": "CC BY 4.0",
      "turns": 183,
      "positive": 0
    },
    {
      "source": "clinc150",
      "license": "CC BY 3.0",
      "turns": 787,
      "positive": 68
    },
    {
      "source": "contrast_templates",
      "license": "MIT (phrases: WANDS) / authored",
      "turns": 579,
      "positive": 193
    },
    {
      "source": "counselchat",
      "license": "MIT",
      "turns": 176,
      "positive": 0
    },
    {
      "source": "hwu64",
      "license": "CC BY 4.0",
      "turns": 235,
      "positive": 0
    },
    {
      "source": "ikat2023",
      "license": "MIT",
      "turns": 200,
      "positive": 16
    },
    {
      "source": "self_instruct",
      "license": "Apache-2.0",
      "turns": 213,
      "positive": 0
    },
    {
      "source": "webshop",
      "license": "MIT",
      "turns": 334,
      "positive": 334
    }
  ],
  "options": {
    "bits": 14,
    "seed": 1,
    "epochs": 20,
    "rate": 0.03,
    "decay": 0.02,
    "squaresStart": 1,
    "countMin": 1,
    "steps": 7
  },
  "authoredSha256": "2aaa2919e9dff7f0c7035ae3a98d5046d45bd4a9fb8d3af3fba58ffe8497f25b",
  "featuresSha256": "e475df0ebb74a81016bc8baaea93a62e3f31229069a2dc2d6bfba44769a64f9b",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "88609ff70a4dc7f00c0cc343e33d86c17d05228374e9e057fa7692977cb36704"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: -1,
  threshold: 8,
  scale: 0.116419,
  bits: 14,
  weights: "AJiJ1kyfaH4OxQ1v1Ie1bhXDP8rJO3SP+NF5hE8Mm2Q58sbrzUONKrRIZgzbSiOCkV7Y4oPGo0UdmNSvbTPzzRvn7UQJ8DZo7oRlx3iWDPYJ2Iz5NSnhfTQnhHRRjdyTV9XLot0cYbpHKae3TQgrrlW4GRh8FvDBzEway8sZFiFWdbyFnuNUt5krm5PRhJdpNrHXuA6LrpprjSt6a17jRBBtRi9R6gaCk6jYqVw1eohq4XVm33YwVAAvVt7QQpKmAMEazg+hrfWCVdaQ/KgmCnzvU8HM4BLr/wlzC5KSJQZ/3ef/Zvovb15gUqbXyqLii6216NtrrYfV3NLD5l95Qrju79EMJ1S/N4+AZ7wUh9Y2X96HaUGozwm9+7R72DvwYhMAItKsSdazVUSvZGfxKhUquaZdGJ737nCFi2FaHXFmgqDSVBJURHIRzdsWifysJX4BAZh/PyVJQzCCaHfwv8S3UEUrL52D8ESM3eZAFBjiSx2GU59e9lWyG3umEdCgiq+jMmxPP+Jyv1q4aRTPaXxqF5ehXYSm9IFAk3iycBmr80WknAWsCaZwy+PJIP3+8xgeJ5Af/4vpIfgjntq7haWEOyk9Ht5qRyKiNMbQudwEjVYaFOQmLpoMT5Lq0bayDq3NQke17hn7lmilk9/J9UYf2lcantMwYGd9vClEo0vSFt2tTFMrhZPQ7/oJTMgNRtGDJqwd64HlIWEbNmxFpO0ip4qHTTTtUuijCHutPhgzFeUdyRH8D4vT/rw8Cw8XVA7alJrEXeIaqMXm2JnVKPMkuyAvQXN2PQsRgX4owflYbOKxwXJdDboq2G0dr6VrdUG1IAIXoR9Nabwq61BzfTe2i0XEdNIAKyzEIgOBZBvc5yr/BHW9yTmBxW06zjm+Lb03/tPFzEuYuvjbaeU9k0nsB18vwaGcgvnfjdbvgjixZgGMwjau0+/XL+FJaaqfc3MkI+TrwLBUQsjKsiOnSgZv4RInxqPd+f/+KBKaEZlHyxrnT7zl19bKREhMACq5tYGRNUn6n8Ut+cqrs8AGWSa0eYxGew/DlFgIjD5pV8nx3hsxo++xrv640S8rWJYLFDBLFOuybr6n4gORpL3p2V78lSe/x1Pni5TgKrz3uOs7j7I9zNYkaSpLs8h+A0mda18+k/llUjN7mJ5oqtAOu3F/SJL50udvYlT3yQViyoga8HcOG4kurc/UHueKkpyB97/zrlSOX+QMZqjGiPilPgRjxlpxF2tgSKiM1ro8KulcQn5cNDnA2j7ZKkjYE5jdDzkdOjCKsNVUJT+eH3Epov+l1F9AEMpQsPWw2N0U8nK6glU+1dDMDdR4OkOP6mDbg9fnINICHkT+yt/dha851MwIypuEKehNaJQu05ZOkBAuJxGLx81QE15ugyk+HvioioPO2AROUWj3gv/xS3MC5eGpdMpZiGTBb9HFB8Q4E2KjtvOe2QfwdZmIr+UqskozVOE29I7V1ElqR0zlktWfCZAGRV/7FOHC5lfSNMKJLwcFsvUbANtlo6ycXmQTQl7DGBjgOOeDK9e6Cmtg04rye0TlU5xE9Bbivk/Z2aKO/gjpnyxZAdeMenRi17gqMlBd9lpbCrNu35ih7SWKuZRPnOTU7tPQl22DFVw5CohE41gzwE1s5yd7WAIBWG2a9kW6r0Kan+humH9fnctmYNXIEGcm9900ofGZX40pjae1oRJkYwxa2RF3oDgYjW2vnGIqTf/hxt00XddNu8deq4Mm7SafIqCzAeRuYgfDrWryAhhYwY1h43eSLOPz+uit0X2RQkpiipv2yKtlcAJmI/7EHOdBKevK7MNmpLOjhRND54GfwRW6oQH8ZVn5ZI7pCKRYCjY0nGOmGuzEAJRXQ+BMem47kD2TdzCMMyGQ0TdFyfpn9Tky0Nv2Fz8Id0UilqonroV+NPbOUJleZetTKGr7mYHUwrXnGmJd42VQ4kuGCt/OsU9lJybkDZOYSdEoSufHj8b+2geKMqRdfqV5OUSfDK8sXMuIgF2gP2V7EXGcrTTyWmdgBEYbX+hsPlZ67w43QgpEYml5DbIC+9VyBp8mhh2dN7HUFlHykpBQZnhQ3Aw9jgC4IkNxh/accQoPC/oGrK4yZqGorNFn0Y4xUtf7iTjnCd1thZu1GepPOCf6Ty1lyZL4QoseH33/RpJ5ux8CIRbkLgvLsNDaSFgvZFWRIRmd8/i5soGHyAbMoRpblkeAj2LlfilwWPySOzZ3G4NTZNvhxAkOOhYca5GTdv7OxuOCewyd0+hRnL5NtNRh5wSST4UUrmbSGwFkyti5Ca8ioThrY4eXhLejIR7otPZFKchxTxZnpoy7uvriKkouq7Mk/wuOdBNl4+RTbqy5nvNS2bnsOIYWQNK7bAdI0vrCWdE6bVBewqerXSXM5MACZ1MaRFNo/lf7LsbJ2PSTrU9Jc1PxJd6mRzudZvnLO2OhpDtvcl/E0i3Vo37he/IKeX41CHFSbCLmjrtB+tTnGrA2Ua5Bv8how45YOeNN6rIyxdzLPLCyWufTVxfDxcxMEVuDGGFZgNFmyol0m4gEwX9iOEli5sn2Ks5RmjN6Dg4DliYJsS6qWhoYr1wSrLouoDomZ4jmkIsREFzj6wAyVoTCfqbVEARQd0CgVWRN9VtFRoaLo6xcwDHoVyRP6GiWbkNv+vX+d+OBZDOLgvLZyDok6+K6/WVRVU1JHE8dz3qa2uKiw/umv2bRYMrrBouDNxYiI7RTBv4wlPGHWT+yExqWDCYQpitWIW4OM5fsnshqYWs6pQ8LzwAReRarghe2bfkrmdxDfAlkUDdrnT8+C8XsQg03B3/R0+HNYJIQNSt0ylE5kTFMoMTrQIScSawSeFNeVXacVXfckNAhF1krqLmc6cw0E9tzsU4jAk8dODEJDkma25LNvN2dQu5iSfckGcepSjUWZnarLQ2GVOlv/Xvl0TTHnVLDPqEuCTjm+Lasn2glnHD1dVlNtojB4aAqWo8xdhUCrbx91vhcBAg5mywA9ocfA2JAwNI+I+ivPmGcxKK5cvWQ1VCrsvMsg1g3/N5smNVcWuQbLnOMSEC/VdkDDYBZGB1ulqHKAvHo5AjUOFHVr08l0bn8B3q7GiMWHQYygjrEO492XJuNIgDNUlmuaFTIBV+E0SH1St706jXn7rdaho++ZiBCbm4iRiENhy4ewl+9U3iH2BGNVMHLqh3/oEEQODM3MgwkH8hfRaagHQD4MmDzZRQhC23TypZ5qqDBjxActyoGm0Pi20RyWPTh+w6Yam+ABAtfFdoc/2lK1fUEDQsBA5LYiw2ffWCbeEZdYVA/G5KlgDrf06amuVd73y4tWLXhFTPaVfMOQipuICYCTbD1CgjxHSurSxcceo+F5klMQqOWtD9kg1rSFi7J8vz5XE8lzy/xhMCHhILeF5TIs1J7EIn0dr9QaTiix88dnBjZAtDzV+0bbUAQV8vgyp2z1/5WyhApgsWHbSQhhnaFy1SQt70oPjXKf8vKvq7qBLk51jM3SAMqQiSbNbwnL/94nUMpD4V4ShvNaBV7/gQhN6RraSJpx5EYmRAT3IS+pPCuC5igKq0YMaLwI0f5krIOro4LiXCbxXmmUOy9fLzZcCsr3Uli92nRfFxoRFK1aCN5Wdomv2JBYcL8Ln6+GMJURWucbKkJBndXyLSzMpxIQQwnHA+yHL1e21gX6wppXzwgzhuvtZLdY6MhPf0DcqTyEv3zUThfUPBVyyvdzgPXwXvzHKvFxhnxtoSbhkdhLwFWr4dZFJJBBQ0g9bVhtZ84OgAGkoKpNUQVg9x/omk2f/PDsufKV3p/1+gT0fGZqJ5y4qZHeCSMK6y904PrZW6weqMp6qgyNUd1z4/cBuQjT69SGFumAMfe+pkKl7VQKV2NMfRc7nJF551ydebYBWvNxwHHuUeoyRn0p3KVLkLz8MYTwqsUXDCFggAYeqlYOPVzkNwODp5SfuoB0CPIwVTif/Cn74GbtBna07s09GrzShrbW0MyXSSzSCoCXz8FTmxNBYVVcfrt54gP1v3haCDRqWpZndoOBroy7JfC/L/nH6EOusO9de5f1ZnDiH1WTUAwMj+gsihpS95Isr6QA2KrKKv7nC03wj/0JmEMKsF2YJuOiMcjFJgX2mu4kUkxi8ZEKUiESaRnJ4uFiV15RFWmqzfji+vjCVqf9nWy5Gj6C10f8TkINlPufadEUE6baQxhYkaiejV0xljqvkHTl6m2FPLqsUgDsmeyEWjQkzNtw9yTFs7/tCpKSyo2Hq8yKIsBl+nizGQVlgGRI7WqtKst03spH6Aci+8t1zejlpjQfxVvazUmJ4KGDKUldAkUvCC6gOronxxB3+Z3owpX7k0Ze8Ql3/fY9Hdr/vOWA77opUZ7x0yUNhCOIH6PuxC0TbcXYKNxSm/EIpV47w8U7d2GaQkfkppAd2AA402XzbSv5qoEQZ+mW0cyocajVAIaQ2NurEqgpwWsmESG4zG5imm93u4vo+zatSTpk1Pe4E9gLsNx+yVkUGrbveWolu43IVwF2KkhIhaGjXR5osTMlT5r5tOSV0k8NdAveHwULLtS6IWLuOjoyjPrc9nF1ckhJa2UM9su1ft3mDtBSgfo5EpjfQqb8Pfru6HRTpW/LnanICnOm9ULbDcS+xcuFggJ4UYUu7aQhjfh/LMd9UkOLMK4HOjwtO5hPpgLF6k0IgtDqlZoqMfvAZCsuLfCnWUBAO+eYLXAXPQWmOGxnxGvUdos4le+V7Cp1LO7gtTN+45MkqTDM4YHf+eJ51woAB9SfP3B2pmAIgyeigmP29SODYG/To1RbMwZMkSMJLnMl1+R+wZPEjByJZn08Qv/0HbjJeft3Erg0cRantYZzBoyyOO/lBHU2QtQKY64Y7usPB/e9RjbtF/YeL/lxlC5joi//bqLJ8g34+4Bw/9ujAl13suhaD9xTZ+zEu17o1xCsMMGEEcorb+IhKeQFsg6onWvwZZDiDHwhVYvv6EFMC6C2l5y4wePP8dkmZjTfWUpBtbR6/+YBek4SzVyHt2FDBQabqbZPgiaq9TNg53A7qEJqE1aHItRpkr+5bzue8rK+ZaHEYLZQykNmVkeY1sEZhmwKYSfzJjakauDAqSzWD48jK4roq1ZfQAVhWq+Hj8ixBIoEiJYbeNY1EU8f+Ul9KniTNbYR2p7yI7ISeWF7RnEt7CMBL1txboQ8wlpYck6T7lQLhTIRkNqYAaa9iW4N5N01o0axAGRUtxM7DjLG7lX7v4o4+wuRxUmYHGz+onVx1lzdZFpEu0wLYA6clHtBprPU8zs4g+xdaiuA7hsn/Uxx2gW5EiU911D6KqrEgPbVPEUXx17BiZDZnyKGdy/m3f8jJFOygMiR5G0tescnL4vvNfM2noZfW/DxTmp9fRHWzB9I7B7E7sqwo+yPVCUjC5QBmiCkafhnWs3rwhFB/KDOSufxhfRKWaFZczhXC0DAPz98tn4ua4sbQWKN5Hk+FypnK1cc32H42FvrshUHt1RzDyXZR8EcyXYa0YdBb7WaXLVYg+MZAzvNMYJc7CfHlR/loEx9wRfV1+NN/mW67UNrRoz6kosvfBGMoGOizTqAZjS2YB2XRXp0gPVsLdYIK67bqYgjr4BxvJId7vQH7CPN3ru0MnHNbxpneLlYQQETVIzolBZSf5u5+N86bhTmw7S4pv8nQ2uguMU1W9HrjWIfJX/xjBw7CjwH7Egb7sxgiMxMqaKKQzpa73Pqs4g7V5QUPlDSMrU4DRsqFlFRhAB3r31ys9ySYt5VB8tKLkAAA0FiZKR75kAFK5iFpj62yD8G2uMseRdGXyFfQ0LewrBmTAsAfyr3ibSBR8kjPLJwslk5FyEvPGs0a8KJZitp7+cwJriFEcC2FFLqCKHKWsk64RyuG7vwJp1Z5HQ0AugVzJeEEun/E8VwtmncAdb9Y1iuEj/u/AQLSclH1OqZXAJ2MRxpK1LH/BNcILz7OduSZ2+RVrhV3rzkJU2NA6QHMEbxmGXpnnURCxIkcOv15M9LvxdfsCtjhZcjmKCg/sIjh0eYILVPknQ4B1KcuzXyFnZqX/C62VMPQaq/qLWoZVEE11OHap3JSNUQwXKC9rKe/wfKYBC2gGt3qFwpyBX8acO35IwEvTtrHrzroFX2JGSed0GQDG/FnDghaofigN3tQ+IlOs4a7tsJpnM67+JGsRcrU1zNhbMOf3NrML96wpU89d7PLZVQdrD5Igh6gFLtxYgIGCEbUdamxDGX5K8F42ZMVV/ZwHuVlUscAbZXQud8kpqUTpSfJB349tptNb/ZrqFnR5v+gM5t7qeboxGE9UoE4gaJE0FraV97jaDgKg9wbhzN2mgx0tKUFcXRUaakw3OGci0f/sLX3mmuvp4qrz/D2QFAgnUT80rY0YRPqlSgJcbu1PmMaVJkxFCRHBJikKvAi0wFzY7tnd1o1y0EahsZY8SQ3Q1PU2jJcQOJTTPzBzORtAd2y42ukcF2zHU68tECNpF4bDmf429GYCHicfuo+bUCCEZtd9JWgJjFO8IotT+zCBixbB5ddSfAFS8cQxOatY5dNRKnAA=",
} as const;
