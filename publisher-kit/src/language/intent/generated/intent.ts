// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 11125,
  "positive": 5455,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 8418,
      "positive": 4844
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
    "seed": 2,
    "epochs": 20,
    "rate": 0.03,
    "decay": 0.02,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 4000,
    "steps": 4
  },
  "authoredSha256": "2f680722d8eede0e3db3a86acd81fee95ce8ac980139aa93c8ea068c0b73ea7a",
  "featuresSha256": "7959556dcc251bfa833618c3862eccc406e106ebf4c097b429fe32ac4f73c2e7",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "c0d47ae7d8c1ffae7c066220aad76989ecf9b122b26407b92dea8c858b63f914"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 5,
  scale: 0.167578,
  bits: 14,
  weights: "AAytfah4fmKfeg283V1lMQVsfx9JF5WxNYb/XdcfCdcg4aHmoToXzwgE7LRcAXZW6Gl6Mm+9yrS2HIhQ+Q8PATrf0fLUWPfqR//3FV3tZssjRrPpruwvCq0ZNGVfloRN7uUtGnaXHaLGMbHilMtZjv/wJ65z+SHdfSkfya0G91x60VOoak3V/N0Wc/FKwPidCiJXM7TA0F5y8dL/Rg5v9jG5wOv/Yfuw4LMqKH2EXDRr+MQb5LoFhs0ojdno1I1Ok9KCqe5LSk83X6DX1FCzTOqDzxDB1AUa5T9zv5b9zK8U79Nu+4WZS4mkhbzfi5IJ1Wb7tHuphikREmA6+nA/Sl5oeRjl83E4f7q52aVKC9BpsMFvprHHiRCGNbwgDjNfFqVeZbG60FVAhnvwZpU1xoXpz/iCkeuhXtZYEanYypABURK1OixokyvAtbAyOiZSl9yZrDIoN5v+fv9vrRhkJP+j6cIZj+xSM/ojSo89oRVYAcwxqDO22ixEPKpM8Aik5Y+cJ1lB+unW31sF9QEfqqhJ1V8EBluNIOOUbHoHRJ0HOLPTBqQH666QsMkQGrAjKyo8hWm3Il9NSampeIVkyGP3NNemvRDcEHjz1q/9gAuFCtgkVa2t1+my3IDwZJzFH1TOxMWXhQB/bh/2nZ4MzhjIQLdy3NnStfPyInXdFRMgaKxXixZ7Rcl+3mWXWkEIDdAl2YaLK2Zz6IYmsViQhmz5g0W1QIIFl5KKy9WlCt3DoZpUjSBMlS1VeYzK8K8LadzSMeNfnU/zNqZ1WOpwuOoC4jHra+YhZZLcAHkwbCgc2TydT6g5L1/ycnSHeSiofvWnD9Z+PcpM0hKpdgI2vEhh2T5BUvLhIER7/N0b6Oqcws5ds+OVni9eRpFIMPLApeuZoWUmfWdjBCnF9OD0wVlzptcIXqeiEVE1+3zFlBDievBuKBf3ner6B1e0UHkpMJ3x+bYEFZSo0A7L5a0QeZ3k61hTQy/S3xOSUyoWu7Rg8ilwhY1n6aMq1T7xuRvR0kXLTyM0Phvf/NaZqc9uMBsKq4mEJFHuCbCI3zGvTEZGPZKnjEBhOHedPHJmxlu64D5NpAJx1u84SebZMIaUh/v5eRRQdehAAaGEFJlMn214zeDbPSlJIFKF6nL0RrmQ1dwOKZdtFnIhcbNTgT5ZvYVkldJm0dmi2UQRaKidavwAjwy+L/SDjNwUnTC8b+dEzPZkSUkWrQ8jYphF9xoz5mlRKwgVOoSDWQ//N3AAmXvIHtqF9R/0NlZgZWlZ1yjWXgLK1AoY/2j/yUbRpSi2zygwSn0ieNjL5B2dBk0NV2PooUSQrzNLiY/BXJJiNuGtMRUpmjJhH3DQt8yviPUrxtYmpRJLBM79FJg5f0O+5t0s/KbrF+zgN7GwhV1Uq5MMKDLekkAZXMEVJIb9QLiTY8HgvT1rzGD0G4XLr1sJszgW0ScJdJY/zwyC0PowIn4zuTf+GBurt+tvU/i+inz0FHojLDe/+ndpH1lbMvL3WAr+AuTyj4jg3TLpvr4DbXOkzv01Dz3KXZweRI19fqYSXdo3r+6MSSqTIfvYdqIStNRqxBUeBsh5w+CRm3jzN1J1yn9YvSB7qbq+DxdYqwdbidunyV/0mEOvb4CT7Wv6IVzYzFro0/c/3DInDOSat474/8eicmgFB0k03kVf2HeJQzU+bM9UBkcjItNlXLXdSzpgOYMkCBS4CpFs3Rf+nDNQ6iGfBlcHGk7hMoudNJvNUhPWUnz1asMkEqffXCStNgtwOoa9sXv0zMU7P0znx4BHyQ4E3FBdjWXatkrvjSvB+LcB9hz7S710SrmV6b9rmSzlgaokX1O0y28OY6UMLdqmPoqflFSmxa+jk60JAqi83s1B4cv1XrPL1gqbYRckk7uWVVoFoOBo/kBpP13zPsHZ2rtCzFiKYYLRte3dcGcD83v9mA2Wpt428nipYt3XrSEFgRfrb6MefHM51y3sc+ZsLFvxkMgIhTM7VhFa8uNzBLr4BPxEIGOxUQ/RIh8ucOMD5ZN8h+NE3xY5hwPYQkdKxQD6mG5ccC/NB6aH9F4OOB06UltxBK1mu8LuugRJ8vFUozRRMKBRzFBUU7GxrylSWRaprSb9T5Hay2zk0ctzNaRXG1VqYT127jv0JlggtHbXQqr76Ubg/zg4u2cTnc/5j3ay9jf5VaxsaKJ0jU+YEmahWsyC2pvgPEHoLarZbwZYn2KJj4YS3Pd5V3X3iz9XFIogCb2KxRRbyAUlhd0aYcQd36Bp0hgYMEAlHzFUNhwP0BS7arxjdXOpsGnI2SjaHy19it5gppwneHR4C6fQkxTTIpxHI2i++CEijNGqJww2rfqp1d/jsMcRUPjQOb7H1QAtwZT9r+otLUK/Xqc6/MD1RmVyXDUied0Udhc30PlBFmlL9+CysY1feyB1C+DMYd9z0ERAShBqqEqk7SU+x3mDVdvenvDQ2nwiDITvfR7eaSnGsnl5pkpqnGPwm/eTBLzRmnJrlcSKTKogcGWATDm8Ae65/l/D19VTR0Wc9o+9QevF+NVQh0qDQ4l6S8pnFFgwx85FQ+IfdhkvEi9mibpWxDNZt9wHIOS3SrxOMlI0T5Kw4WP71ZbI/Ze6is0VrDgq6l/I7CorAXWfOd2MlpIqXV4sIMEYTQHXC7Y/8jQyQcSo8NDTMMFbYasV7BLkfBMTcVcyZr3Lt6FdAoxyJ2rWAjHWjEVPNyZV3qcXxm7rzRenO41hwBGHDFTuGgsjWeSsftSWny3+ROznvh1n6w85r1AqKUs8ZaHB5WX9aHSJdGvRTus7Y7P3CJCoOcuV1+RPuQ8Cg/3jljITMaBM2lWSarsZxF5fTcXDCHtnAAogxbrFi4z0dIHDKkAboxwkxoXEscYCYpOM/ZcBpZPUF04E8DJppcoN4BCRQScK8t+MBzfnNB3DS+3UTz52aJaslO2pyzHyJAukCIMZIxp+8WN1N3fjFSX3Jr1GvQRna5pl0egxhwcXpoySf4quUUYrzH6YftQDnYI03imfs95ZUW05iw92+NbHtGWCafhmryHIW5g4YpowTdbPj3TQ7rzXaKdl62dheu1ia3frEnxOP8OsAelTApI8TkAXXqhE7m+kt4ZO9f7YwsPcvYMUamNtjH27Iog89ddvCcUtwpfbO/f3NNPpN0FL5G1FeihE/DBsevy78pWc8FCuapyZtBk40FOAqa1OOPEuQ872pqjBWML3Fcb2pcbeKSUNlhLaa/RwdYEvwJ7EdJXlJC6LK41HsMA8/fZhpzRxca9b0r4+sUI20XJF7yG+e8z9s8FkpgLamCR7pXqZg38c3Nm+LuoM1d7HIwEnWOKkAYfD6+xkMu0MGS13g6h7PJ6ZgFYp72OilE5PeoFeic/ymYbTkb2X2lZ2Vf7Lur+BokGtxwurvPYhZ773enPTQPjDXhm4KyDf5l2AQylbgzRCm1L8P/HYPStSdRGRGwv5l/2rxpW3YxT2zLdvcS6BCA1Dq34T4xpthxec2J0zZIZxkJSNS/HiRx2AZsLxegBrjQpYDiwH6YalMcaOlxqUCWt9fT2jmMZbi8nXqjgM/lNO5cP80+Q+lSgbWpKk5jwmkqXs6FArbQNZY3B7hOxiF8a06bOFYLwjGfUu2K2C6UlT/KCw/bCtwIi09qHQK6COHglVyUDyA58xnl65Xt9+UbgJjf8Pgv/6sewA",
} as const;
