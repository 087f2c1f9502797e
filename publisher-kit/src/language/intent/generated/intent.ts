// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 9525,
  "positive": 4398,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6818,
      "positive": 3787
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
  "authoredSha256": "748b0443d8fdfe7a866253eda9d3572c1af0b3e6e5ed54c7a8aa1c49fcd5b613",
  "featuresSha256": "cd8d406544841c45f2c62f9805d28b7aef747bbc76877738d9b9dee4d2da1694",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "f498b89f7f172aa2de83f866b5c772232551caa0c547bd58578af392f53f3282"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: -1,
  threshold: 7,
  scale: 0.120094,
  bits: 14,
  weights: "AAybcrQWWbjSgBtVXJBK/MX0gnVEUZNmYOgB6vB/UnYB4gr17931hmb0+m5xAGwWqDzZsaWjlxmTZlmxf5K2vODxjN8blZ/V/xnhsYIFS7kKfmp896rX8ckL5lJCwrCRUSNBc04AaeJssKtOFXltfTkVO0fei+MJV7QKGpRoz7mjY0y0iNag3hre+ULT04yNIe8SypEkKBieehNAiehHs0D/8QOS7x+2P4vu0apxxWtyOeyWzFWrOztP/r2Nyk53XVF6uI9qVYRiq0zG+Zs+6NTaKmPKNGDHoX2dZysKnuB4Qb555owazxt63WDCEN4IPPr2VCbnNMRwI9eFhpWuOon60Pz7qO9IsKu/WqyOoljBHo40xBugCnq5vM03OdhkzyZKAPm5NKml3hqkqpDmfTsdtcg6bfBNvGdTKaNIvAN0e/jEg3u4u2h4K6UMyXZSDHdiUz1Rvm6miyxflWg/4OsszGy2C3zi6fN80fh/gD2LB5Kg/VtDrdbj7TKfW7Ba8/5s0/HMVkb+0uFJCpnb4wbpN2mYonjWjyKA2S+ZHTPSbTvjauB8kEydcKbiXtBWZlC552SEG7PmZIlZFJNM+UQpFUY04nK60OemBmTUdp0fW2Vmg1YYa/4X9Lw6WF1mvAvn4Wwa8cioHBeVjHD5Lt7ap/8H2lMpg6bawG4ZdJXF3jAKMJAE1uL/QlRITTdUCtGqKcZ7ywd0ALZq4I42clHWjfOnjh7i8M4dykLHqGeZ3zc73AjktZaCMM5CzVuj8AdYPTrdkQKUuRqaMrb1gIA59satUPrx/EFRNmGf08SbDzAKjyDS1tpwC/eusW6rSuzTgpN4y4K0ruh/OXPhBu28EnUb+Cw8ts1xu5DjPSbL87+JhMtYr1xkuBzzw/sk8j5IWACJMKkC8vKZOvLDO14ACe0IUrCsrrTMBB2hcH17qqf8xtuFF4QJ0+c2EnYAxiP6Uc1dVStbqnkEHElhSqJiWI4A6LRnNMbv1NFEOopvd/H2t5cqrKAcLfCvKi/gsmvP5g8ANoi9H/1BlYppm/NZge3q5e5BdBqbFWdSYAHjb0jvJ/XMNIoezTSt4W+x7fHD/HzRK4zIircYNcCCRIg2PZ2bJmFrGrBwTRSDLyjnEex71jrQdjgIw6mocd1MJ7gO5vVabpXxr1pzacS8EPeUVvgf/DIZq/teJROKIUrR1bDK5BvSHyBCwM9/TjRPx5KT0btNrR5E2hVsuFzlwYt8r9JNR0nulj/WKtsemYmwY0LXTy6jzf3Ta0oKfj4exbavtczvWELjJ4f9wPyEwnVmiR68xyrHgjNmqT15c1sU4HMhNTQ26OvZft8nHNMvVCNtZ/B9RdOZA8xvCrw4stH/z+bWBp8PIOytgraaH3q6JnT9ksFl+phmsb4FF/PGS6PqoP50IflcOs0NWJ92PM0jidn1s/qeMs5c5kCiPtg5EIhCYTwhSwkHOjlqYNxeq4X1Ghxh29mYKpKLWv/Fk+zwmC92P0O7XDeOF7qKE0f/sjIGSMZ+V5nnEL9qXU/YAFQRng9wYCOPfJD7EthH44UuFkXzujzqh3oPzGeFSA1+X7rxoKyS+h7mitMDfuSaLjh2TWGldfNEnaWmjEDS5YiX2YCg7Ovz49QXClaX3G1PFte/AdnObO2xz2g8qHK75p45PHQ0i/AvHHVpywOxHs5cfBDhhjc3DKXRnIVxt+tBCIurFkPwl+HrsXf3IuEwy9FT6ho/N4Cgc09itAJLTgz/V9BMJVjygJjib1kF0kn58t4j1O8SkCgJqe0W3YScJG2s4F+t1l7OxOLzVeUG3GElUMeUPnvRhN7+F8lPYPaYng1Wr0xpzYwcXWf1Bzs4Wvk1/9zTvUR2DLVqDCglJ1U5m2zFHzBPlRWQJoIzUIgRpLYGWLrts+egcu6batPzBbeMJnxkONl2zecppSGJnDgilCJ811rPtNuH7fiIYgHAgqqOT2ySJrjYsyJydZGIObkO2ZgA5lZueKZ1HGKzurGCKDHXusYvd4KPOYjbSqv95CvQbo8LDDmUiNQOMIkuesImKu/YcNP8d2lpkodfT02pAuzy1aWg+mAsuiCwuQnpQwDm9mpOA9sfhZ66q+ZFpQ/FYTT/jP0gJCT2qDot+O29hR9a1H4NlRRVsf/FFgDmLskdFRU/PGJGRvXLHnnQASRcgxlJD2Ghqc9rOBoav/vsB3+plZv8vnesxr5MAdIXfUzscWNpAOhGOM580xU4PJPcZxQz+kpUcgdmaeujzEa8riDaUk++ZRgSnldM2je2WaIy8VgcqZ0YlmbBxB+MMwnVWxOPDn/8igZ/Yk8pqxYKP7VRKGmgPQnp/JVch5UhL53XO8OafNBwyBt1k9ozXmf4hezfybimYk6soyKL6RLdNvt2ymEJIZYlG9gBZvdMUozDKyFZrwL7tp/gsMar2jVTbwqB9KBsS+eyPQSO6mS/HXTrZYvpnE+OMFO5vjKdSMlF8vHZWKkwrGsVnA51a6vpDhrrDRtrv28ku7omp9aABKklrjuFQLYyqFw5ypO8e86Kbuu7337z01gik4EuHR1Zek7zvvoDlJKzoqmGMLApcQSMCCRT8qcO6LZC8FZj3hfJnk+b6vynzPT/38ApYGYPLHKlb9uBg4hZSma/Ole/MWXpcZo5QGyExOb9lDlD1AJOX/6LmR/OigIjGq3sxyuywSRfAvHCsotn/uEXO9aywQhnvog3LeGBVueMoOOOGbde+xyx5bTgwzRmdICsIyJDKUnpU/8rSb21qneeG3zaq9wN7JIqGc841OLfYSWjEz9P511tZuMkMiZvbm5kcEuLtks2CS5d6E8g9ct2Y4ctxxdImAz918Owo2M+ZCxD6Q3lc+nhs/Q3iaazfdPy8Dbey0mh4m5N67RniNJa5uV091Hado/1zFvu3hQ3P+yST7GBKCOqaQBzeBymsW/29o9F8a9657zjf9Os1TJ/8p3gOrmZfjPkrsXpfopce+ftC8Aj1QMyZP5zgz4gCkUTCYNPJuhXjtP69/6ZBRuqHvIO6JrtYGCvh7Pjf+U8fyt2gcNNxwJzrNzLR9DkO9NUSjtdOnAV4tMFwv//8aSFFPxkf2s3p4+UkV9UdaJhWymfI0aAzXqMwXRSUxmOECATLuUOqUTTSNekCA/KzwhizftpJSABNAVdo5yH7LHKplbFKFfL57kAwk3SYi/AuFHSwlLdqzArQXLdNPwLGAd68D827FqTRCwcKDO/PtSgBh27tsxgAphZtBJZcMtlVsh8iyu43EoNzlNmIfuHuIF0rTplwu1VZqL1XOCNhYsf5oADTwrRA4iqIxJirgidKuhCB7OG97KD+26g8UldY1g7nzeWVIB9XLOZ3e+0/uh7FUdDqKQD6NEbegeHM41etOacfOyKIt424AE9l9doM45upqBrEkYsS8fXuAVZ+7vDLEKbJLZkD44XK2y667IHUpLeHzodV6MZUNQ/nyenEhlHIiAS0E6fP3qUcmcFMeAJ7EnLt9iZvE8VQVaYgZ1dREW+jkXuMDhYH8b3i6317PG9MobcKBMww1BV02H2gwKuN3+nGJvMLNS2fzZ0AZJfaVJ9awCItK3TG4sJ/7Jp0RWTQZNcKKRZM84FfqtlwYM0qPSyf0putV9WLDR/SRj8iiB91qF4+ycyu3gfbTpxs7Hy9T0NUzSDSZ2625UsB/6JbMg6oF21Yk1nn3PnL0UJa8CDrq8BA7tNkZaD0ZtEbYRHMT0Ow5lK9EH6YihIbOWrnzOtXlANXq/MBlsZgCCEezi6lkoHruVO4mQZi0STdQw3uxagnsKAKvd5lnRe2dg3JKIn9irbqGsNohTma4BSk03sXLGcJ2HUfEseraEfOK2Wqj/CSJ5PAuQX6B3kMeh4Jf15pneoeWQc6K5e6GjqTqcq4I8yVWvm3t7oAVjXx5pbd/QUSdudOCZ9dK75B7+eOOY0FkAd5OY4p3V6Nk7ImYQuKpgDJM1U/le28dVUiZqOzFGk+PdnVg11+43pA677dR9oYP5HKkd5jhifzCmAm/n9jR5pVMsJLmIGuOGc+EUE8sqSrSTBO/Rl4BMoAWE4zLxZvuxegVhJWvnY7PPoyPo8CcdzXj+39QY/TloBjprW5EHGCwes7yCy2aAUbCCjAtx5Vgtmcg0rvdJ1UFh9wXFtNV55D+xq/kcw4kFZ1sj9Jc6KKwnAO6y7lHoMndOxbgSQOa2lgTzV6rF2ah86XViFxhXmm9+P8+1WkuSAXf3ejJkl36QvJcuQMxJpOOCxxns29vmUANuMyREN3G/xKtOV1+hdiToRl0gOzeK1HC8aFnVhDW0huT48aKM1Q6SZ4i+oWq8QOXTCdLj1XJRKluMEM2AoMLiNAAzkO6n4RzzVLWsAcqH2pgfIPe4bM9YgowjnUETUKYfgTx5Haw9f63iBog4Yr+339QRMAY+bNV3wNOou8H1tS1rqDG58XGrYHnHzRTPcPftwswrc5TCCH0xyRAUSxHMd9DTdeYKoEjN09ydribxHNCv1pbaRSQ4QX1Mx7XI9AtxUOve/lg3YZs4I+x/JGp77ncos78HxmHcjg9kpT3Eqr8xxB6TiQlV3ZiGnuGlKlhvZz5BDirdcU83fB6DH6f4SzkLN7SM0nC5+1oBBtDowrQHm8nmTcX4fzZCinyRMQYlKTuyLFD2ElqQroeZpUanQHeTRZdNeMin1OydUde9VLj7rxSaUlPtlShdNBBYwSox6CBvIRB1ptXRVdoV5s3ETH0afc4GoQ+wC0CaRbJGzuT9kbn1/0gIgL9Gn9G9JQJVxuDrCu9h0+FMuFs5tl1p1qDYQrmPDL6IMmqS/ItkFPtlgIO2TPr+e0fEeSuRSOaHu7ZF55FgnacKI4qomL/eLAMhKoqN+ad7Ex5OhQLsXBAHJI/lMh/xQgnaFcf80h/5TgDWPqhSn+H94XR4fSEbXnjUniMMV7OC+cGp9lP8TAPdpfUTRy7Rqs5TmoTKfzQIO4ZHQslhhW3UtzWocW2DIarwxiq3FiFHmH6VOuxaw213LXQUGzogP730zMNAOUH1gup7xor/m8LomXv49YZAYAkBS/Xmg9SrTwyF+osWch3+n7bRt6OWHZbn8FeWgZFPooi84s0FIvzEo1+VKvvX1uOX8VSYzT3Nd2Uy4pNhlhG1ctCnhN4K/sNT5BmBHJecpFq6TRW5Q3huPvvJ1EIfNbDi9qXgnCRuxkhMzBpBRdl8L9mzbBSCg/vzP+6jzq3EhENidDXX/7gizTybYbx+g/4APhbB9Kcl3ZnHa1AxML7VIZtZg88vmj5lUbtwUQEh6cZXd8DeezNtIYf0Hbk1tscyFHwCwZtb8po79m7/wrMfDjXDeJcH+dKZ3D+TY3JyJktIVp/+zqpW4+DXlzAH5G3YV8qtVxF6n3gODI49TEHoEjaYyqaglUWME3eN+mAGMykk1acMHA2BqefAS8K+tYduYsRUjy+df5FeTO7IG2KrxU4t+iXX9BnupUcnE22hnxxonfdjKOmEw6EJAToUANQVXk9YqIu1dl8u2x4YL5NBI6gAx7+vG1jTm2Nt6AvevRFZlarskRQjjSXXKO957VaBzQ7bbjwPmtW9vngiizErlBAhKUItkGyjC8845Uj+YpF3DQREzemF86zxKmHv1bbwkBpgaCM0m0E9iEGPPHJYw/AxiWATpXbW3z0a8ZTtCwyxJQWcF2DRgZGw2wL2oixWQ/+8+6j14ZXPKRr7IeKomSeAYhdj5mhJDJTNT+hK4WAiSpLY6K+KVcZ4FkNRemsIUj8/hsYSQais3tBj3wP1/ITA2ZIEcDFQZFc2N16j9EAMWlquS6tr9WoYH5u+JaeHbgVLyWIorqm+QGl0SFU2N1KWYqpz0abwge5DQms2tdk2bFhrafvsmmTHRjIC9xTrZLnpqCB7E6g+MSYSBmleJVM82pvtV7oXobAc0pZWj8IzFZf6mL93JL+U/9tc6W3qhVBTgY5Wgb622HAyd7uEQa6UihBDj80tP3gbjpi8mCeEWIExsoFf5yGA30aO9UTBNzgMKGSr6iKkwLr2SgRw1KaUtQiJvd9+KbqUf7bZNGRXTlBh4x+kSq52UtUw426FwTtPKk3zFC4N/XO73Uo3jbLELBiR0cLhLD1SwEE3hPhnZLNH5XfTY/2HCNR8mOPFRJOeg1uAZdW1VtVkM1RmPT0D70U9TYtqYLtz7UX5qzSPdUg9GMdUCbq0OwVO6FSxnpu9WwH1ToACH2nP54So+dnDMTtBvoNXHy1mSZTbMID0AlQ1fIWvEaLRYKWGxX0r1h91ddA65qNMaOgakcPDEu17x+VtHFR+89QFjEY/7X5Z7ENMJiKUH7JmOaA7eHrbWCPXDgUmaPmKWLFN9Uv1VTpmDuoouRuaFYaR405JcUnG/Mk91YQQTQExcvoVGdTY0k7BN1Gn+ZwM4tEVKa0rTaG+Tr8oiIStHaPDiKseRiTqRIwu5a/P/Q0EamLVpONQmEiEAy0uOWNNvITVxcTYOIlYXq3ZfL0/1RJ4Em0bOs24+P4R+Sgd4eheSm6N+BzqFuXdxWbwA",
} as const;
