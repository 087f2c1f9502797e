// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 67378,
  "positive": 18468,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 64671,
      "positive": 18188
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
      "positive": 0
    },
    {
      "source": "contrast_templates",
      "license": "MIT (phrases: WANDS) / authored",
      "turns": 579,
      "positive": 47
    },
    {
      "source": "counselchat",
      "license": "MIT",
      "turns": 176,
      "positive": 176
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
      "positive": 57
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
      "positive": 0
    }
  ],
  "options": {
    "bits": 18,
    "seed": 1,
    "epochs": 30,
    "rate": 0.05,
    "decay": 0.05,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 7000,
    "steps": 5
  },
  "writtenSha256": "27b0810b58895910986e95a2a741997fde83bdba50ca2bd19be930ac9637b2bd",
  "featuresSha256": "45daf3918a8eccf6b200cf709286dc406640d42d5165fbcf5af1cbd6746b7e70",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "af01653395bb4d0907fa93520a594f5e8f44bc6aca0e563ae5cde11982bd6c1f"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -6,
  threshold: 0,
  scale: 0.316183,
  bits: 18,
  weights: "APzSd8k+8na07quEN+vzA/vvIdDdSpJrlMLbHz45g5XQ9u2b3ZA/8VwaWPPtLC3GP21nckU13A0GojOGGQk7wApiX2ahcHmqOrw6gTm/TWByT6jWHNWTVHboCjhON2vPiL1QjZPfq8TeOtkaaTzg6rzkC7PzcJFfKFQy/sA/oj4y7mbfeaO0Yyc+EKrS+O8U+ZGni83IS1V3PP9GesTLp73BZYYZU9JYzGqRlQ+x7CtIFQPvLqfsrBMSYjQPJaYUHD/a4nXUIERckcwwkjCMn4hxHhPbHyg+cmoUe/E0IQwEaHUyHq6PdX1K3m6eK7SG7B8SL09aSu5PAkNtz5F4OIEzRgRs9eggTnVtSXI8LKKAxIUg0wA2j1WEz0Uv3rUzVqAvk7m4bGR598+vuyJN+MHwLn2sVtMv991Y4ue6zHXa+/sUHXpuadzzbERFemyRXde8hgHTvvK7D58l+S43EByh38m+aP2LsS4nfUO8oqaUwhj8HDjimkbyAUq6tIsn5V1nHxLwQwjMSf+JZQEqRYZiG8IQ2gD05HbPh6bo2N+e+CaRX9thzk+bkR9W7UmywOY05AW/rWpLn4Ack0ruN7fcSFxVL7ZkCmu5jy+g0EIkijCzULlLjsfoBPDW0jRYIrcNRfULj8TSI4UOkVBoB0YTlmI1Hsoxdx6MJOKSycwWT15OGTVSsphahSHXwthyIbYkdcog0wjRGTRhbjevPuBkAtgF8Umo9DC5ObLHxVzt1HGK16dBdpOELNeGUlWEWmNsCHnD5lYNu5YoxuwhkVhWkahID0+LaSo2uPmeRG8r0tSNmOq9DIQupECLlJmF7risjxszucUk+qKdQX77TABNpybI/5A9pQijTodegsdHH9DKzHMWc3GJ4oO4eim8+hND/PMF+8ZjONJZPO8AWsNFYBBAixlnegmY05sWaDh12R0OSSEpPQWZAKWfP8Qaxg2WqMufHHt4kXQm6Ed6CdLcIINUKN2AZ6b01THOgoxOJ8G82dZny/7HIDzn+fUEyJxrOSdA8gEEWunaltvv9OBZxIK4NIEI+heB473C4GDZqdk0/Be618cNelAp2TqFY2iZKm05T4dhTxBuLAFwqDAzeoLkRzp7GXXiYRzjPewGHxQjl7H9zHdyxxasS7dplTHMPW398RLqWqLrRLdhzBqZ1lt1SXf0D04+wtAt0omV6OLjSVPm3KVjZud3+tlpGAm5i2n3J7kGfy0y4vwlxAxLy30wn8pE8b74rfjnw4qKg9BJ08hYVbNNOkf1LXe5gI+c+jeNx6iH4lXu4HJ1JPR9VrtRsJ54aYhdCyuMDiXbWTEIzxXoj0Ni5SyeKE1hUOwlClPNztz0sAPJK+rIrsKtSHfCQT8erVztND4ho5DgYPrpI4pHS3xzlN6G2h3DxAXMc06lY9FcpC6NYsCrHg0AOqFyIup+kceQco0/lWkpOpKCWguNm2zFtkpXArNTt9IyXI60M1NHjBTCVZm/IWreiySrbcVgWfkpRVY5nXjWNqAcVkBYolfKYEHOgBV7K1UMOVhJW9C+BychGMVAwqAuw0+Re+I9zAANgTqQikBQ8HsuJsQ/W0AAwT39MkohqMmlavgyDufPRgqcx5Abv15nzB/nGcmr3aaacWZjrSpHGa0VLuRleeGlVcXipTPUsO0SWTbtpJZAz639ez+mVBkbAWNiv3lpr+HZduMtibsIh0+6ubh7IWAReyvtkhewYMiiFeXdVcKMHQtpO8pVdqoIs4FNzvLGmcnICqSdPjLqZdWXh3qWRb7hzEa3zqROml5ocZCPOILH75KJPxgmrHD0TD29biT9pc5EX/TkqoEXR/pAmg9IFovqwNh75YNFEAQKbAIp8HfZcf33QHt5H5NsTG8nBj05E3mc+CHgC2DvaIEklibWKXXbpLcmbTlEpDDFD/VZ9CpCMJlNEfjMg0s2aEgS2JC+WV6ZvCfPhLPTipv04sEA/E1wrSZX3HkZaOWtAX9vPelwh/l2OmLFo+EePKeaWXPNefqmWAahIDqhjwnoDWW2PTrKnxtUHmC5WXKrCvB/CDAD2YdZ3MT6qAdlWLjK1lDQGxFvP07sI/mf6/xoo5XRHs1JZVDBqRz5WbEIdef4Ltd4YE3lUMfWtYjkoqr5SyWB3unQwqb2dtaylXmva/0sOCZvCQW4dESVmizkEcLMwurZxyrQKr5ilfshrK/j9bwOzQYWXqoZ7BLxYAm/MlaULAZFasBNqLspug67go6t6yjjmTHZ/0ft26wWt0Is9nZW2I7i/M/4QtM4qcbuyf4zMljir/OTZ9K90rxJEuEqxFybXPPYqqD+VAlbvmPHFTXZnxAR7qna+0AZLag22wfQ/aAE6sRZ9Q1VqqqJ0VzfwOKwf73zjv+gEo05Ev0LA5GwWpalxbxRg7XFnmIrGfxI54r+8lBpiuiUNluRFDXJFlv4HerxM3oa2XhTyAWIs3UA+fgkoY9qIgD5JYPF/jJtfScStiwVsqTwyr5l1Fr35lwE0EuioDC+XMSflX9q3VZEGre1Hm/c3IGpJHSp/z5bjxeDX2CrDp7QM2cORD+y59sxT+cCdpJ58FrogkwjR6cs7Z6BtYCBjbluE+/TmEnwoG++m1OKNCvwInQhWFjGJfa+FUfHQKvxoLxUv+B2vexkiriXlspt6mBKD3YrNMNEiH8Q1SMtG1YGtyr75m/FKz6sWpOSdRNo8Es/IAXcJEAb+CF3ZzYfmrPfwp4Ew+fKowfvG+tudKLFBUc5WjxytvrRICjS254UF1jT4yxwf1XIBZKZAnbEAkYsLZL/ve9g08VFYTeKjydZLVTYeaQV7HBuNmC2/XFoPcPxPWMbQyO1+v1Yy5c5FlC/sYqbjBMh7gNJcm5DsyusoNpAvMD1aUc86l++HsNTDW93o0m7VtuN1FpHC4BcKgJKdlQlQ6OOliqBkRlNaLgT35XOChEpMI0yIe5qSX6yqN0c+aOV23m3WCzf1khOTluQ1l/1F7hk5PkdCfNUrZ49pCsoKeRIpBJkbO/roXL0ktnhm5ry3TRSa2x//rv0o9HYsRuzQkGS+qFEbM+AorZf1UypgatwnD87F0AL8ZHIXGcYa1ZYA+mDV8e0bOrqykUv/VRLItoQ+w+9up/Dz4X5YbLzpFjwoROG1FhaNh3wmptDVlaHEcNrU5KinbyMg+Gi/3IU6+PRRrmbYYFZO6l0YGzvBqxHNWXGNOPixSbT9XoNh2Vw3fMPIrGwpyC25b7GYcnxynCaze9g6+AY8fyqQaKOUSx4ijvsSzhuHp599IU0vlwDMW19qfzBVrKoFyLtGPzcscXP5PMwkIepbtPFFv06icBECqM76+2J27SyQg2CfgEf7nAqAFwjF47rAE3A33aVRkwm8wo+WiZLsMAy8jtOnJ5vKkDdXH0/83qCwIRi8kMWcujL6YC/csOd5hF9YFf+KjEf+pghnPi7O4PWerTQsejIJtTQxKoHeV8eTqF6LodJSKdGCdiyhB9GKoL8DVr8umcPSL+1f3KBS4J7lDyxsIQiFhP3X78ikRkjzmL1r9DXOWTh21SEf0U1dYcP2nVaJLt2dbyYl+/8vL2w7pUL9QcwM0DIxjoKVwpYROrzdTclVVusE8iCfFSZxlv5Km/ZE999bjTZX+VehOvaBfJCm9vXisZu+AnR3NzeNIATTsU5PWa+HABAyr1v1Xcki9NsaWNSU+TsiQeogfU5xS1fsUuwOqjaT4HHZi72QUINIXPxv1OkEvz8h/Kn9NCwlEys7HWC0v5iMEv92Ere9a5MOx/zJADroNGaDmNiIqbEuC6o4Re1HgHcYwQsUAC0wdj14Iumt3oKVrxYPA+FvD31hZ/gYvpq2PaeOgd7hqYQKiiwdnoXpa2qvD5SQ4ygE1T7kRjKO1IxzORHPi5vZCxiGOkNLwm7tbtWBRsKwk/epZdSSziCVjWretmSlPteFYO6U9jx3VMuqkgs7JYM2C+VH0Pvgo8zrvo3jGKgeLOT1JFG/H9BHKVfhFFNm+eckml/OkK/hs2MVhoadQFz/M7cIkHoVxBI0nXqA6Asw1yG0cLWpHlyU1IYgjbnr4V7nEoCzxAeXRc0ZOaqk9/k2PPCcqs4DpClzNNWGHoT8P4wARr3I2cDKhMceCLip31DVv6RU/kZLsYdPcGWULk7PffhT76Qv/9dpmQO3Ei8HCIqHw4iweapfhLEXAQqSx6qnaBiFcvQElLGwoY9vN+r6uJ+uipNNJhC0PGtTjp6lCqTe/BCuf7q8kNhaP3b8DF4kZMdPTyuwBouJyfXirh1bjM5n1ORG/i4J13IrkcgB80RENSuU1sQVrfkI5YyeOfzlw2AnUuKKANHhVkv4j+YMYPNMYmsYijSbgPpJudIRg0nn863sRuvjAaQS7damswr8X+O5BM7neM0Dcbn39gMI7PX/HXrcjjttsYtmPvpkbYI6L+PeLwLXD7VIUS0CYpbJb58zmrFHhKh4d/o60EGp3GfRPRzGzZSCw1i3yq7BymvAel8bWsaBXIhgBvWdWgfPjDhKmrmb1+tECfELqv6czIP7zKkTJg3808kI0Ks5BL/3HmfVNzQHdWJtpk5PDx9+gW8WkYg/OsFB8UeFUm37B+eh5b23lwLC6mxmM7VJflFYsZWavVTLZnd6LCgNNzEgyWr3sRFDEgBuy55/Rumnz7+lrA0d3IDNrzY2qHjrmw66GrlBLXC20QfYYb3V4My26PeINVS0jfGLTRHKwOKVeT7ktWuWIzmhCDhYDCrDa5bu1yjjckBuj/MwHEFiZ4VWJHZ24d95R9fDaOXiQh2SsBsHYLVeu0oy5SnjUEpiRvHGOt0D71W4TzU8lo6OWA+RoYiGsP+7XKtpdKtVERQ/1Okj2B/RKKztD+tZIM4KLyyVOde8ZUmJqGmyAlyYgsIkovWKKfRoIUeQxYOO/AGsDp2OuuPWFZBomE+rECxCmtalNjTgFG1CABfrsSxDtqgg9TyXppfSatmJme4ibYwcVQ8D2LrNjxCcqMPSjR/m5vHQGiqy9ivwxoQH3JMQdqaxe8L9z8rLjwQzX3ufvxlwWTYloUp7jPJbJ8Gkw//QjZzzTO0k6eFM1Hoj3CnDQ9WIqnq/tClR9CXAFe3rlhpf1YuUfuIOioDimpfQkMGC67OcsATOuFYhGub6GtSH7KgoB7G7FOioJFBTEMTyI+loPsKfpx/GhioV2vSJZ1FU5EQCbG17eu5hODxU64zjITviOihNnT7Co+xAD9a7SR6amyOf1xzZy6Ep0UNXUNOFjQMDLW7v4tebIHFaaAyYXOs8Z8VhwV+3bkUbZ0AbOmpMS69GTc/epw05je5v+9NhX4b4/7ENjUkxSX3JsHNSFIQTg4egRQpWqIP5K5BRbjpcytp0anbldhCzYzI1UIKSfHcsUdxf98JXqX3DFweJiP0FZovGtpR8f5oxBmWMBWHJPm4lBtApLOTWwBLFWbKKTjgbeZW93CEnEkNG3Ci73IZO988hhw1Kw3GA1FzmCPr2WakP9MhsIdLF+Hmh+FEFJMZcT2Lq+PWhEwXua0QB10cusVSgJyFGnnXa8ivWL3T5/CJAJ9vjlzcgAvCnQ5vE0kT8bvP6rhGtnbNqAXY4XN1xda7BNEcBduah/sGHRWe1B3mZEmhnYToCV7H8cXiA1ppCurNgR2kwEDTKdUoi8jtd1QIcrGWuuvWPW3pHSm0vZ+XeadRXdVKIVNRRdYkuSkZHFLPePaoIN/1kfgzqpB5lyuABkc4MxCwDWjZ7YFmHZ1QSwCvh1dipOPW1pQNhXrjam6TMrVo0mj+Uw2jqNyH/cWWKfWktRQpXIBpivzTxHVcdklgGN7e7InzitHEa/f3LUceScUWS58HxisZHF8pdfzt19VnGKnEPwzKDhzTKwVIfV/cl7tG9a77ZJd0Q1ozcsOhEbFgZwZ345iwudUSl7sO2o9B94x4Ao68PEC/qiDuVWVz4O9TgjrnV8+6saMNN2w/QLs1ixxYZPxADVaKEAY9zhNcdTyVoDaYOxfOYBB4P3/0dn4BZIS6DNyzCkPfbEwY6TduYxedLGjLkbgEXzySzAj5A2NhAp3kJ4l/znbNZjbwLgb0a0XPAmRv7fMyCMQZiGr202mkFoJrKrx8b5irLmzcknEX/HWZR1L5wwW4yuuMJI5ZO5ydPfgPBFkxRpJctsppsgl7jbiGmqPWitN9JDzN5HEX6R5EkqvdlGjz9+XDTB1EiNomblHOeSMR6whjXrwSeK59oln5jiqWpnAnOGd8EdOJXb9BnFvAZnxpvHy1iH25+HsZOw4E224xfPmXlrpg0y8m5xksqKBFI7sLtPuJLmfWKUepvJiMTXT/eudrRT2BYKH6ONiSaDZIoEbUYPcgkdtFycCBxPHs7sOK8LVqVqqyJIs1x3tXnFVW0PYRU+/awPK/dSp2bAD2E6TT3gaC+SSgqnEnNuKtsctSob0TYz5cxR/Mxu5MxIxttPyXam4tYmmjlf8LQCusvlgpYlB8fS2075mZbvo5Axa6GggNcO0RJz/mGHBvPwaeTOI42zmJKqHx6kk8NljUmMy779EabRKMNfRayhKjgECLvZ1W3IcD7xHnr8fB8EuTnHVvHxgzLT2alniak8uEute+MLRHqZuy1VyFan3PtPvM920Cl9MwkdtQvlg6fBFDPh2q0i5I+0uhV0+0OqrQ6hoJEyEeM//qmAacu/8ABOSTl4PBmQ4gV+e08eLNkbORR2rdspuNo4wV705KVd2uRmEC6op+jePiqSCl9PE7oHUIkvjvAo8WLUOorl9tD32z0Ga/r5cj5Y8tcVX1eZgDEuK80rJPIYP1PuhGWevHzYqcaPMIvc4uQOMBL2KE6BiU1nPdRhLkQtv2fUtbnb8ER5Gz7QtgmhNidzp2ts1uFXql4p31HikHNkFP8GafozsOoxF5Y9jNmQkFC6mJY5W9bw3kBgqLMmL6w+mC0cbU2HLbIF06Z1/mc+wK9uqt8HGdwgCwJtlghbBQgjMkSQTHXu7er5zAOnu9133sXum0Pr1IJwIGsTaQQ37f4NmbDjg3WFDtHxfyYqtQ6Bm8CkZlhcLDvc1vz6O0Z1l3ZmNG0dTsuRBX4y2g70ZL4svFzwjBx4thORg9v2KluX8xcNrVHcDTSPJSeWjUFJzsMW7lAl3IJvWl829lhjAyTpn4qqCYQbMb0EglnctnQQ2siBDy7Khn6JH/j7VzZCq4x3McHCR6UWbGnef2IRWPxo5KCgDm+vEGeh2QluP+s/UTXqh7ItvHiNRahr1HPmU3zBw4+WIQvhZ6zHtz9nwrFY79RIGApfFvHe0np41IoqmEd6kwWqD9/RXobckwRjSOFnoOlbuoSgOF4Y1RgYyEWQHnSla7HncTLHZv5pGItDCj68Y1L13QuHIUVdPiSNKQVp0iHqz04eVTCl7qvG3yTuD971LJw3e2I4SULdLc5NBDHBSBsmQT1hJrWaAJ7lmAO9KeihuBHdZ9GvTuu0JL0ypySk5QHR1oAzl5ZaCdL6mjk3ugW7lenGY1J1XjmuhKlfEuWqQZ+2QoC3BwSqVKtKGrVnEhDcmOvSYyEWoarq/KMogIZ4pa9LT/CBXalpxvW0UjNSfb/9Sfid/Jr9ExIUPE3j0vFWlnW5hh8lqLk5nMamMhdlks6Txjjgpv/h+7RFtai3dyFmlIyOdOd9kzfdbiIJQf4iuzSJJ6M5XAnANhtSF7lAR8UYC+85D9FcrFmV/aEt9nftJvDNN4QUDnfUUoX595V6NnRKzBDk5XyGd5kvSvEMECwn+DSr3svsL85kcOl9JQSjIoN1QVtdeb5GWz4WMV+mXOO8dFQx08flSjZTgLw0EeGyA1CPxENRift+4a3vnhK2MV1bS+wsEFeTVw2xgAZ3MOgGfXDvTQbfGiLSHf9KW0M1KNPLy/j+AzC2A/NGgghfVD+jmeTyUzd0R/8Cn4HL/+EbQttVRmgISd62Gs3M3VWlaqmXkH9HnIJLmbXnvfFYAMsrfZKqVGg9vqI+eiy06Tmg3sari6ydIwO6a/khM6w+ooMs5EDdQIZludLQ0SAvLA3V6eUFb9p5nNde0WbtDjlFM82p1/qjzdWlKCwfZTD/g1YBV4OmadKLBPDMC+QzbUUpgGEn9r2UMJ4Wrl7HqXZgbDkpV3R1M8K599TaEumUiLDpo6M8I+y+EOEWMo3rRysgwcOF+k5/c+mpqI/II5lxYa3uJu60LlQXVAr+13kBEvGH1+aBpkvzedRQCUIQgPTZSV+aC2Dudx0ZjjA/DeKve6OJSgwwMA0vhcC1td33bieRJSfHnasVphXgjHIhPnEcdS4cELhMnwpJZtUX9SCfQC3P2a8NSZ7F6IgNtQzEcAf/AaxsAsGqoFezkezGA4P+qYG30xTdTj2OxyaqTEydI6+Eq3HqKaX7LMRfRFkK/Y/5g4RK4+r/bJGrAQaT8nEPd/davF6tkDl4a8ZKFwAsZENG25+dQAUFu6rVMRSY/GDRS57THO1BwOZKnlboVbwH3EPKx5hTe59EW22+NmlxtlQM/om2RsEo9cIOt+0lDusuxuVZwGDmNQVCZDx3vj+PbjaPY6GadC3b38kHcK8kq4lai/pv8+iJ9QMEv/Hm3+n4XQWSE4ytibWw0tbrYkmwG2GTPHVIraO3oW5F8UjF8OSJwoHoTXQOZKI3dD1YXc1wPosthYPExxjaTX3fsN7ND1kgHeSTCz9zIUeA5PDYTr4mbaRLl058seJG1HBZVn+RX6qrDuoIfgVLcW7cQ86DNjfYWPR7k/ERGLnn0XYn+cMBg+lqEwUvEQSbP7ZtP08hUgK6WplbAbkqd5gy5Uv5tdTmwPxjGcpjed3etHXlW5tvfAVtp4fd69g2rn26UAspOz/NHlYxWmTIiA+XdrE3Bhen3dVt1sebXenUdWlYTwQSkiKidzg5cuu6kIJcjqJHNLCjbUztpzFV8xLl7XoDXQHgvVskEa1RF6hO7v1DU9ehRWfSj/yWe4JyoK45vXUStP4G3cARLksq0/br7WjTvWbGJlqcsTv9RX39u7+zLTN4HSuLrTCO7mVE2gFX2VrI8802buTK/lOye2gMC23upoHeaqACvYboeUNXMS/lXO8OMCCilEdl0z9RbDTXUvOMtaOBTt1/+fLb37yd1lkX9CVklw2H6S/RVOAuPwzvccpUjHz+pV6bIT0pUaEJFEu7iGu3+bEaEhaSSr/tDOoQe9G67dIreC3QRMSpQCDZsR1bA1H1ifIbxLRejy129qK//CkZZPfYU79Dm8f6ASlhD6gZNMezOoJsU+k2wP8GydjjrWMuGeaBBXKydL44KT0Qo+Y04pJk1zxc7HcIjz3at5a2eGps15nS/VIeZz9VfYPxB4ZkC52ZxrCOOaWXeUVAwkIgin90vUciO8nSqFPHNTisJJ5tMYhpzyyJRXgMINde6LSEUn7BcCheODZsiaWMaqLAd7ibxj6AlkKOHX2hkWCeX9+vVgy4pjTQd8O5AJWmglpyD63n8E39IituMJcNb1O9araciUxGQxNZYplle8Gp5zrxoYJOPf1z4Eo+TKJSGTBiIMgz98YWyqVOQmlFj4JfGxIh9IXQKpKK3k+v6zLNBT3yhwqKgTr8zNVn4RkUzwGXSKPcG5GJnuB5SsHD5rThyt4R4FBxL1quSbTmH5JcHHVQtBaq8FTGAyNiZSOxN2bCyJI3eK4QryWsp+l9Ely5Z7OmEWpitkRiXxkvAsGRAX6Iq2bnKCl6ktqBT7G/XoIeG/P3EGg4Uc36yGimHv7LUZzyMb9FYaBibwgtgnUL6F3s0u+ymvuSVWR302XljZQiKC5otaTvxHiveOVdkBVX7Xf9CX7rHu4UATzE336tsliHsb5mc335ZE/IIKTHzN691hvD3eg7F0KDdvpo7yP9xnS74YgWj1pCteV9G6GVp3crbmomuu60eyoZOkgcuWJxjcLq9Yw+jMtr4drDCcpFOG+N9YKcejORZlLq7qbw7KBPnpmzoazgbRBWgxeX5mSWKqyLyLANa2xQ1IJMYhQkAKKlxXaYMMudwzLN4FV84o8u1JgltVfLLo6tWUqVZymRaeA/agYySm8+I/Eg85LHspKZlIslHfJYRtqvDxJ5oWSvM=",
} as const;
