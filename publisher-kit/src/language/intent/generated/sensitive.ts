// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 67905,
  "positive": 22063,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 65198,
      "positive": 21783
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
    "seed": 2,
    "epochs": 30,
    "rate": 0.05,
    "decay": 0.1,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 7500,
    "left": 5900,
    "steps": 4
  },
  "writtenSha256": "99ea3d105416f2ef2c3fe63ceaab6ef851dff62085bdd12340b9f75ef7faa3fc",
  "featuresSha256": "4967057996c40cba6b0ff84d3db422ee96d4eee932116bb5116a7224e15f1ba6",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "838cc95df5e01d70063956a84aad535ca9351e4369f25440d7e68730bff5927b"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -6,
  threshold: 0,
  scale: 0.296999,
  bits: 18,
  weights: "AE0hnhNRWgfNAIVcNmIrRa9XhhZssdv8KaYsor5CexI/mzgixcs/3WdX9qxs0Ec7u5KSFSTC4Pk/RVufDgS+2Rw6jyCsO1Xuln6dFzSOW+BBdzyYrlfwH7HjJx+1zaXMbqmBiNO2QP7qF9tSRFbrk3KjBQCDrE3nmoMYCo+95+FfPSkd4PBVUFm0Tyy1quv3B5DMjAbHko9H900r73k1EVhgGGP3eiO97zeBJj267jQP5Dyi97wUdt/lwShQOOUW5DQLUogJxx6Uw2MT0bEPzrRh7wK6v9udbyXfRdsnKt+JOfG7PFGt6nqzr2bHdh3GbtMmy3jFb7pjZ2Ev7RHBcCPiwGOalD62b75Lbi1XBgj/qWSv32jdBQ8v7xpuZOm0zQ7Nxv0CwTJnERQOh5mGJBYZPzRcETj8SMSnQC0IQzH1gvnsd5evHz7mEjz0dU7OQvKgjIS5oE7hsUgSsEnZhEEnItidfddAo2uiv+YzkOpZfj7g5AcWY+YubpHglcHojlgtQmH5jhoB6oz5Odmtcp0TtgIs4VBaqYFnla7v5V04ElNDQmZf0gG5i9xXM+1YfNG7tEhjuEuEZs6KaEWYVpsoSuEiFAx/S2AM3fx0C3J4bivfwd1NGwJqeaSflKba/sW+uaJNFeinxPsC8pAYcHMmY4ue8FAg+bgOQNpOKfAhmgfFOiEw74ZhWkSolwzwy/+wVxFD95ZhjYcAONBQnSMy+vZ+F6GjtnSWQdADIvOVBoX1JLpi62KnkKFTxrqTt12LlVx/etvQf+DXXYusX8gP8sXuWDf/Ooi5aSXHZuFtLQVeGGsdjZccHeioqMHBUZ20euyE1b5HVFlL1x7UVE7oGgWlbg0qGPIBFvBTcWNoNcJBrUQweF9TM1h9kEFzClEdCqB59geRdNbluvrfsGAQ+DGJV/04FQ7C7NkTqo6FZbXTO6EbwKaw2HJwXbKdOotVGvlxOSqFKDRVfv9GMhDsGdVLd7AJypk7L9lRZPsq9GbhsSbJziugz1igutXROxKSq4P4OmUcpghx3XiOy/krsnIAy9efpYn/XGOzrot73B+80yiPCuSzZKQLYYLMpK4V28qpzYFJkQcbJCQDtqoXPO9Wk58fNocKjBP0MfFLfFpJkk1Lhf0wNoQu2IExkZsLAl2BAevq3/kgyIbcb9umbfICoN5GeqYS8nKW499pWSMC9mJkxZWK+PZ2CIhZfIsQr70DMVea/QBRzN/w0YsAojkekGAdShgkFYxb4JiDPpeIVLpBvZb6LIXnc+fIBF3PlVeIOS+BGew0hD7jQyLiecfHB2S+IXdglT9zwJZ/YhqiVKm3RX+BgZUfCTbpKcTBqXDX0zNfXnXoi45PGWJiUW6OUdMtXxz57hyC9S6Q/UmMuKvM/CpcNfmiZHVvvcaWmML0nyJ9x0hRvwFM9OMQd0m3e04mf7ad2ChZS9g7L5/9Y9EF6bpc98lCFcOoe+G0/6vDHZgFI7WF4t/NxR+sjZyNvAiCnecrdakGKHv2HXX22AlLzrDh9/zixNKJWmCTEa2yNzu+RVi/S9XkJC3ddOe03pClkJXkzUBbMPrXNM+jIJantSdgtvWs653BOIZWzNDpD9pN9jLfU0SiPMJbl/6v+znjMcWGlvktQPSoBEFFyVxbLBFFQIB4Dbk7ffYwUZZS1zc5YQMgQTiorwG7PeozEyR42a9o162RqlRKJ3Cg1Ibw38fGONxG4v7HLCZfbnSwCpzhOGW/TLjQ611+azPUXa/z6mxUsbE8wbKjZXdsfBYXfsMAO/N5713KNdbl0i6fRx0qSZavlF9QHgY+7PJAXuH47WcQ8FDV+YCaqHoZG5PIhfRS03W0Kz5vEhlSRYeRF17BFuJ8PQF4A6+dvdcGcr9GxEQo/rSbV+J8Sdjh9G/xMvZEJ2yPaCqYnRz7wKf0vdIguJ/p8g2EqGMN+QPGzl9dLHtaIlGCUXqpD0l87Ym1hqejVi5bvSnz4HHdSAuX0k5u2M1fkp2TrOKlYJJJEiENphVZiq5jasXm8hTxRPCMHcgPTscCotVwJZGPxs920CqPAenxUTIpevEWAYtt24QGjvM4LW/GAgheSh8nbD+XGaHCI7arrV26/+0YEMORhWpy0IRiIHncMDs3peFNPL//MyVYnMOfUKqox+1vUo+XAajK9JtAeDek3aO7bpYQKCXrGFqmf+toPrQ8xPqMllTJzEkKjESKFeADJkRC3xCgaxNTwu5gfb8dkSwZ/gU00SbSVyyvg/+O7rOERVF03p4lw66fmXOujRzE+4P6ttVkoofoIrvJkUGXnRzhYKfA0bihbJjLEKnkphE3RUNoey3knJy6k9ngYjWujvRDA2FFfjrL/srgMZpkA6kxrT9DM71sueXQqcnOSMZDnFfp8za8eQaQiGJcrDjtud0s6b6164hEUyAIcdtE6/3zL3hKLbhswab7lk9BMzWFm6HwD1skAAw8Itob7GzCOcp/8fGZXt5FkHPC+c4vPtIJbhD879+BdK+ktVEltVb5MmXBAfRmEzSfvSFRMT+2WzLzrhL1fipnh6Zu/FTuvXqJ7rFDBMUV5mEbpfhiXtzoOnbxffffMt64BCk2lBTXhlrI1GG0uFURbd/vnG9rAqnSn8ceeez9gGXWhWwNA1DsZRggOCa8ok0ITQyTl2sm6R+WwBOMgT3e5FdTT8TCC1wjnMxc2xykIbVpgHoeAd8dh3uEjdVBpLuKyOEP1bunjg7uMVQqM6jXBaQFV2nWul4z15EL1WSi9MKZbmhG6ihZurjFb5D6/noiKPfot37rKgsjY9qF4jqzIeLMNyG/INZmRxsM1DTDU0k9J9XHKI2uKEJfbmEwYn23IgE+LqRnbK/yiWwQ+LVqH3itN+IRb9ssmPpvEi3m5mHbmcNsMQwUYH+zv6QUkzsOJbctUi4wyYd9wiwHpNN4WgpLSe0o9/i9Frg2ShK7da5d3EByCK3X5ldAvW2falx1IRsEUGh6A4VLbumH1InWpo3t2hcbfGnRszBIumDq3V18yW10oLnpRJSYzw9kYM5QjhYdFHFY6TAuIrRgS6kRZVuSLxbrtEY9+Ozo03vd2rT14z1/DIbNU32U96EU1Te26pXgrRb6l8MKn9lzlLmXzIID/533lg5BhNya8JvjXw0fr1uq9XPBsYCjMzp3/+m0tG4FjE+5Zr3ZhTD5igLG2Wm2q2YOFeKeq81IirOSzhNYqC6W7fbmexoXscnBgKwKydt+jM251SqcXEaOZQtPstSPSAsikYq7Z8/UOkKVCRuZLUcL8/izxlnS1Y2cPxDPdZiykKKwLwPpbA0VDMfL0I9Dy6ueKN8IHfzQHhwgdXMH5+zWXGpiv50JwSjXXqFGm69H3I/OyTwU4WfsjQbHfaBx5Br1CBj09oIdsFLIlc9qXsv3uNMKOjjKlBNJv8lQ9HrycMvYGf9IovzU/YU2QYnBjGZLe2/q9hKB0V+T1v6FPNkuYx+gPaO6Z0zVMC8HpIV1Yo18ZXDlyheyZyFkYFFTXN8fxhxflV2htH7ibXRygrKLKJB6pJSM/fjTLx9g0NfJ70qsn0feWgA6k/8hqJwKS+6D5CZaYboi+/BGzVaPTGYb4QwBvJJceEg3wnlAFnmvzGgm7IvXbfmcQ+L+E9eLnSl9GmWmHWXK1GJOmE0+JOnbqGkkWtk8XEkXyLZqnGH+voah/ckgRi78/elJVubjB9gXpKtmVCpGdt3m68dyMIL0qE5DkrILdkwBViZWVd1a8CjyLGjMfHmS9+1tH+uFTd3w3/yhfcl9U4gt6l61BbefWt5u2YuR7cr2gBBCG4MOIUFzYbDnhM8Jk41Ml5bZyfDJgcUcjJiNquELcEjy+2EuhUK4ApIidcxxWSUTO+91Wf7nX/z+n8HHrGgKl2KQxJ5Gu3xVSQqnY1zocifPOMkHuLlYhVenTVVD8SnC00TsFJu66JWZMZtfvh68VmYVYLn3VD3BRnZ7DfukwOtG36lRIW+67x/Q3j3W9XnOXt79kl2am7jkezSvz6hRwEJB0+H74xKijxAMp+ngwdnmPmj9VnOOQxVaAXSzYaEfkL07tYkiNnELCQ0JEZe2XF80DDwuzEofRMPIlyzq0JFrTPVB6EWKto/zKg0bXxyI5VVdZLPZH/qRehj5IyNu1XbKr0szI7idygTh2O3KOjZz8b/aXuYd9OZCd03sKx/gHjjo2sJppj1oR01B0cNs7TDcs719ayOSl4/QKsu3mckm4fnRWPsOqkpUl0oBHovQ5rXXYkh/n8pFZIfi2k+0ZnLHixSerQPy0AJfsj+uIvqSMM9fBKRXumMWsUtK6NlO1B7v32+BFJfYZ8t5O3ppk3TJALnoWEh+aW0rt+cHj8Pg0u7KgMZ1j0lfyjQHO8NYFsXv5qqALaR2LcXBYjKcBdcTHnZeID4W9VwQZRUUKGUf3tXArmEKFD0BFDcHeMFtq7vO1j+/Tqtbgu1JLTWNRbAiVXp+wC1xol7qHM3IedQn82lk6FEv6D823nJJBBj62aptykCwPqL/qMfkGk4q1cjJm1S/yY5p5LEhVm6zxGs1zWpCXEf1fDONRRhdbparr2c0JJ5Jr1F9ZVPc0V6LHwR0S9ONoPLIZ6knGs880sD/SGn6pFzHiswXb2HpDb62WjFRtEwj8jC5WzEhhhs5Nsu37K55cfZ7ysXrNWj+I50cenFvUW8r2AJReHrWgTLjczfS8GURfi8Bq/rUK0hbsN4pYGzBfK0VzBtdZwBsDlfN1Oh0Mur63uBjnNYp80L+/5XzdKOKkg6V905bw0RzRTdRKtay6Fy6mcEeyytjbsv9m24uTcP6MILv70pVhPHyJo7aOHxk9XE0LAkR8oNyZdLBsbISTKgvxDyfL3968wUe42+oyiTeYX+BDcGYm+scIQrGurREor7DKB0l1AYjzfvWpF0Q4D9758UwUakOtyu1BrUAzh7lhgiK2RfbQQH0TlFN6/QS/cpw9WlYONpSUr8hFf30dWkSSVm2nh2zTHj6em5uuiWAr3vU84GF0BqL7KOBZnrTmYIPJc5l3KrsZi4d23CuELnqXdRq4S4JwD7OKfl96t/VM0qxOoWOQbfJRYewWOf1I68Lie4g0usjgX+njAaQI8WzBf1Z1nAFqoTAok4C3fTtas+Wu76sXVkgZ9/uQy5APvyzKWTRZot3HAWO0hgeGYP2u0n40gC8fVsxpwo0BB6Bu4kVZoPwv2mZ2MnfRxkqecedAXpqNwlwkO9oK7hN19m/FvgRb9Ku4aZdJ5bvml5EZp/cnOY6nZpnonu3qPTAOvCrEmQBPGirulFqEbaku4XKYz1eOmLakAbjqRLgAfdp/CUisfftTP2s0LobDwnCGMHlt1l5o5ivtWfZp05Q5QnH0Z/z+boY68eF/8ps+T1UNE5oqBAqoVbC3BUa8CUIaHiaiJjib3T0VVWpJuW5YG5M21GqC+3e5n5qql9b1Htzd6dBFkG/1UessAP1ZY/WYXfMw3tmzRC/bvcpfdRKGHdIUJvT/3oubeNcGoY+mlU/wm1Jn8eEBdMup8JIfBeCBqo3qDX0cn28JHro2AxdsroDSmR7kuul2nyUGuwfab/QZL1KOthDEWn4gLHiWh5eWI3oeD+Zk4wqRsAt8tuXb906kI8a1KmMufCr28b43CHA3LQyvTDJLIZuAnXxc4Mq9pvZioryuSoX2wS2leh/4ksYy9PpUmn9jZUe1lUbopZfiLaMQlgAhAefjOcS4NjEvzaxNfdA6coa9UYf+vp76LDs0qU+TUMaMc7JT+zHfRbG+G4S+aUw0VPKGyX+5qE5sCS6T48tKgnAWKJuVcefrngieXRuRkdLVW6kuNS6wJ6Cb28D8Wi44RCVGtxxRbM5uA9sK1sCsahHf+/wFllJrjGBDzs4BJk7Kvf89jEaM2DR5//sxnDt0jV6l7H6LliIPCtwdosThUaF3SqTqzxYJ4OK4bI8ROswI22RsbVRZuqd4oZFTm4IcHF8l03DN6zvKwvoFamvwy/M07vMKeo6YwrgdUrk+7rewXECg/jTVUS1MVR7ismVDco2Q+ggzYAXCVO4nOx7kq3B7omZzHM8gu7EKoxogq+Qn6B0a6DKib7SCb6L2Z19jMolZobplcTD4jgInZYG1wRKIKc9PvhcBU+KuqWxSf2q38WF5GUnyqxgOh/lIdWQLCKesuSXJLu/RWBXhbDwSbmKrhSTeiXnSSsmzw9/rL3mQ47KP2PAv95txHOWEX3VRoe1cJOlyYwhdWo4ubldAPGTZf2DSggRnl11CIsYvmZyt9EgbxEr4Ggg3NRP2rhs/axiKdX36uf63mhQwy2YtvOUVjinJk5y1n4Re27wST453T2Tn71mT2G8jWmaWwydTmZwhRkLsebcx8xrMswfUo8rBQifkIKpVqG8YgI7SCC9Q79mHM+GP811geeiCxllKkcM8sVTrwyzPetFnKHlAiNcsN3L3WehG7CfhbkQuFJHOLe8N1SuY1arMyv+AZtpCcxFM/K4JUW0VRwH26r0Gzqicb+1+bRsUhNnjOqwvKWmaENgFjdvlcqu50FfW++l9xBa9ly9yFUtv0ydG+klq7pQepErxqYUs7qRZQvOOhTBAhsxNl8lXT9zN19wfrJQu+/CP3w6DMpuFSQPe+YVZ39BiYik7tQSrhiX2l6kor1oxlJHVDNTm51bCAKavtoXJzNOKlzv1mVoh+9+mHyLpEg0KIM3dHlh+YLI+Vr7Jb1fqJBWvrhCL7bqHlbMv8se2xBkqS3G8FA8ryM53/0M0vV3OW8l8RmkRuMkIxLyIt7vJzkZJYVF6cuOvjoETmW8748DHj5atLIsYYpjYKmwVvIgNBIjjfvyBe7rNyxpGCyduAlY7bHhxMYxkJYJLdswqwKSxiGmiveEvQEnRunvupzWxSHnWQYMWDU/TyrUfO+6lCBrTdzKG0n9rlhRPfuTaBo3qxQA6XisbHgWFfQXcItH+SDA+X6OPxCpxuPf+DkZDd0BtzqmFmXizCx462UgJvtRYrnHgAOpvlvHNqYIg8d28wpZJ5F3LyVnOIcCE/p+/y//sLV53ej87RDE7Dt7lYBSC9pYL22B0rChXr8XUqb3V19Ha/jMTd/gm2z21aGa8D4XpA46hr3KnAttNzjfxDeI+Fd3+4eM4gyrw/whfx8e5N2jwjaq/+L6wXtkxnfnGWKFv3IykciWn28vYJ6us4IxMc0Sz1QmS5jofMtWuAB+CUemWvTnJzcyl8dVM8/M1dIsz3x6rgd09Gj4wD8u79pvg9Pp9KxEAkM7ycKLQlx+6ckPqhkTPqTZmQMCRB23BkUJBw3gKNoodf6WtIeoS2voDMWjoQbZKSKVks2kFy+z5Y1ztWB7jDjQX2riL1s8QhoS8uyj/X0ON9NQIz0eCIoHuD23RhHlsNp6Lo+MFGwWmgN92+QB4gB7/WHgwO6Fnyx6RGEzplO44xZYRtb7/DtE8idhY/G+xkv+ItaimrxTr65a2g5VArj3g7Vj5jeaDcT23/8xz8u/QIRDy02aXEZD8mW+ptTW+TQTKgIzKOakhiSG5tipdaqceS+RGmSZPk8LVO+J80OPys5pXv7EfZgkQ1XHgWVXDjax2onaO/ZYOt17+d0GePAefUi+gnMuhc2GSgxJISmtI6CC0MaZ2ZxX2dkGkBO3748ooXGTpzJbgWjrdeFMAbEsc1T7CERIUoe8oavLtI8recpGFO15JoNklzhKE4/bYsRreS+SGOyGi3rplMY8AkBSgap9PcNOL4UE4YqMjFvxu9q2eLrxX23LIzkeueJ+W2bkrOUelFxt6KVb/3he8Im/7lzNQtgDlByxToXoFkMGRvO65hFLvWnVEGRQG9za+Xvx9Mne/vSC4j07+oQCp+RuuicwTKMCJdac090XflT/tWkqg8ppVIhYyBzvBEJBFG8Qv2Ifc4BfUBrK0UejxPZ4jTReFFYKITCBKMp763phvAob59srpSg+u04MAR9jIk99NCpNjA14VPgp7FU/+KRsJG/txeDmopRsJCT3XH+Wzg3kl1tBuRj2U6SQsh1j79ZvcrxR+G5NYO5YbUQQKFQ9mvsZwepV+ppep+luVdTR5btc8xKJUbIJLflOd31R2x1ReiBr/rwOBbJApn1pQuZbss2wx4i22kP4/ueJIp2v1V2rvgYnkzeJ845qWVPi2BZlNwGfyHxtK90cR1iK65gz52RKV5z7p9G5Ffgd97ljnfwMgjPH05WqFKX3/CxQdGWzYHTWZwQs6TBL7FJS757tpgnSZQZlI4djNV+lmzwySri9Ocy4rjZ0hE4Usr9wZg2XZfkTBEepADvexc5WDHLaOr3M4oyNTNKPPgllMBl+4fgEwIUmKuX62hPmj9DaVbsMwHyYHnDWyDvypWmE2Oc46PEMPK+ydmKYjFBxddnACHgWrrL3mCOeucc5Uiz6NgYXgll96qcPIaKle4zuzoFA6uKXznAmpE89FFkzhso0ZqFtd6/2KinJ2nAB03OV1MVbenoZchvMY2O2pHEQOSQndjMwv4BEYBPMqbHLgKn6bjYowkx0tk0evKEn40tgBKcYgkFNYO8u49Z9RkYdmy/pnpVy88yqtstTL7rQISzfESd2EIKV9D9WhWYMP29BWkYVqh+/P2ws3+uruKgdw9usMijPuTqem4BbDPY4Jr8940Ls5OiHQPP0yDOiE/ToGagDxlvFGZMOvbUL4onA3ZNibYygyskzZ4dsvLBdfEoTIESmMiZjar+ctupZ+llei3Depoy+6Ca1T3T6NNfipkV12eB19ib9Trw+1yts+QkM6xj63CG4NoB87q4Kc9cYOvyZValnW1taCAxcOdZ8TX78z/Xf2o1mmXMeo7GWKNoQfzaLuWxq0ZNbeYRcdoWY5droyj3Wklw1hEoq5RGNK+tJMKQ4WfpKgPGfItLdy5G4TIDPeSi56hH82IhniEcKz/TqgkOohe5Nlvqt4OEO6qjBb4NKInJ36vAd+NaazdHCRkCGOHiUPToSI/kDZm65Ql1Fbn4Iv7hZICFqlzXOd7ZBlfn97LXMkfHkZmZedUiKw6z0cRQy4u2shuv9kjfVE0OLRBj43Rwahj7Dh5Tc+gfEUGprIFWmEU+mBHM51LTqb30aAA==",
} as const;
