// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 9734,
  "positive": 4559,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 7027,
      "positive": 3948
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
    "countMin": 1,
    "keep": 4500,
    "steps": 6
  },
  "authoredSha256": "b823a243ef3b37a03eef3eff313ffac82890c5669e61b0c6994688e08052a736",
  "featuresSha256": "ecc168bccb4f3cc06f252d9aad58983c0468224459b86a6f22d77bb404309626",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "942aec1d79f06a07769434df1d251c3a456b78100a4c862fa03038b04a65016e"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 6,
  scale: 0.150691,
  bits: 14,
  weights: "AA4TcTZgUXWXaAHA56kk+KOjzFGQpLU1l4sBdkTleNLrek6AE2mhTdEtBomgi8ObkHneggegIOUxhsUHFyf1Ps71xQgbwUxsFFo9mLLroeo86RMr4aJGFBhbQasw8fWfXvn8Ki2ZFH7mfWTTIIHVU9ClaKxuK8mhmIcoWtBZ4EP0qVtrFHBDSgvvwklOnN44ydzY0bm3Lge7Wpk12zCC6g4QYSB8I/voo4AHfZCjnQMmgyQ/fWAGhIfvB0j4vlQAtelnmDzalmtxLiIGKo0XP53nYpM8H0V0E75xmnBgD6mvR7sW+RxsbUkgj5Fa2P8XUHms0tqSZ+RD72FdxOWZu0lr/mg2yuovaPFOupMqZFuGBacvifTaw7Hbd55/s5USsKP2S5borwV1v2xNwZeYUEA+Dynz74g+miNnd5ZsABh6psiJJPZs8AjAGIiCoz+SpYMn79uaYN+MoiLhgVnGlRyapj8ExeH8vijHQYMIIV/Th9yXvMUT0Dhu0rRKdYGZKN3U8cQV/Jsrr7bvKkS7x+9ITxdeS2xyIFI5xsx/nz+RBBwoxfYl3lT40QZW4Y8BuCrge9uDnUrvmXW2yu54GWLKor12llxxMJeYLK7Yeb1lzL2sj4Skd5q6FFaOgXyTGXo7IEQ8cbkQQMAVOhmd1tgKJ2sPOnwfITSAFk09u2Cy0tRfQCPnr89ZblXjAztpnIJKbMVtSP+iInhgx2vuRYnNlfoaG43Em9D7lGGugWrb443zAgZZLcfgvvgw/mYlmqaRjc1aPVwxwjTEOFZIFOJkR2pDgLDddpXWiTRswsW8EosHpi+rFTLdudvurOPfED4kvheh+yc2P9QnVZdcj9LSnc2nDtQRBz9NWtaYoEWUuxdpv6W/R0RujXvVWxrpKiELse1Sm3Z1OYibJnEUNmJ/bp2+Z9PHwmbPiwCeEHdmtr+VHyNTmPzo5EvFvCaMdY7ctZk5/ualhNEpeF+CJlPMb32RAC6hmJOdFgun1LDS57/wdZm3JtgQIZmvlSnDuHQCm92ugJPSig2Wga5Us9ZRxbNrtI2sfVjog3diFSc34Kp+GE6zZM1RdS9XliVoLKvDqrCxHDteJWbPSzmAAM1Ecb3TDgKUpUfQ6yMg/ttVXohpxhZ0Xeidby6s0iYeKo2sHRMV0XlL9Argk81ClBE6YjTIZepDf+USePE2e7iNsw7nVSA0mEdHpJwolRZeBiCRrDCDgCZzToUG/clq4pScTsD61a0i/FZ2d/DKlSfuAoylfhLoStI3HAGniZh4DnEQVBz0XqIXoLpXRMNjmyw8RmujcyelqXXwr9qpc51hq/ObdmkiXSZCPtbnmHhgAwBCeuRwMgj7QKO6NfsQCfePHLJHV5pqNouk3Fd9PHLRiw3CgycOrYjxG20VV4ZJq/U8+UuAi5UxWDTNHgqTcoLTAzd6vSC0SpoO4zxIpQJOs4Ajn5vnAyC0R+4BCkXCOv+uZfhBBKcr5TLnThn3cCFF97Qkt5cHSRsVLgM8b6hiuIWrweeWMjhiWynBimMINX3FehhJBdcLrED+1tTojdZ7CuRiLEf9LKKDsa5V1eltvoME3jWJ0o3Wr86dvUpDLpOstkWDU7W6IzQpYrRQ3a7bsN0HTH2SnGP3SOs8DpeDNn4PXN+UFXlMCkpZJ0ECCLDVK4RVGgCnwYK2xwo18O2d1Ykgh3qqEaFiZqeeu2qJ1Ucjk73WBsDRFn6bXWqWF0F0GxMwBwA2TnRaYuYNtixrgjirWYfo6eq8Xnsz57qcH6t4T2p3eOPQkWFxjfCuUjAOPDXu6vSSh3/qEDslp0Z/R6PJFjHRePQE6sEnp9YWeQ6yatc2w0fUOj22NBWIXBZfLNKVi3ZTAB+cI5wAx1k7T/1bMuwuXvnhpBeLE27q4r2TSku2ojGUrBd8NxSmne7QCuCllxJaN8cWQ7dPUsMI1+LlkeixgnY4C0h6LRLLSHdBfMlxGedboI1SNZQv8AQkXRZt71KNuD62l834kE/0bGAu/9k0XKcuLR3uxhjo/rcHVJncu8c8OWjI4eS3jfrGAsob6E1UMNwEOXAJAkTXHWXNVckMuAlsHfpPuaimyE8uZmFI1xpWFZR2lnE2/Sme3LvBdDmIGnp8NkjPZZvADPR34nQWarc2gDv2PBhuyAN4yUtYa8JLPWE8ra5EteeWbiUqRURrzl6w/BYyAU8x2vqbViRX7eKPs/ehzkdn91Tdnu7aiPg+m4zwgE/6SxysNnGhdwCZj0j5XBIK2yBbNfNShJNnty6yWryIa4z0qLc8bK0p53W49jCeiiYMXG/prSHo9oc455yWE9xdIratO9phi/9ENcaLSFQWt92/SOJ27zhS1r+n94VrvyL5d5OVJKbT+yCqHqySrD2B4htmghnJRd4AtC7DpzCoXlFC9xCjDMolIZIF4PGIySNs3btWJSTiVnpQ23kRYcN3MWE8wxk1hWVYM5n/wqL6gYirkXvWge4J1tCsna87DpgKW0NGne0iQ6FChKVs5ydAZP0Hq5Kw4cL5RpPljXq6CkyiDNkA+LaNz3872CXwALfjsHbba1NWQmUhyWGNLIVjrvfZbTGN2mgxz84b3F0DUdVqq1Ukj6xUKtnflpILPn+x4GlwIGRozmfPqaZ+a3DQHDlU1eKPF75RNtySoRLHXG1dTxLEM1LCNDfqApYTMCodi23d2uSm2ZYNXPeFZsQWpYer/TxKVgF/OVhZioAnnNoKu8fGQ3PDdYuhCxLafDcUtOmOGkQOoInlQP9kSuHvf7XrT8Ejc2H9XiUxLfhFnH9ruvUjKnleeNbKP/6Zg8OUDpmSU+li4z7UA5KVDCiNzzO1JlblXTlUXGJhQOSiqPch6q8IT5ac7e8m1uwrKlG5esm0g8FT9fjKil5F+TXHBWOYbE/jIoTgQis++HKbjFh5hKKdaG5BCIVR5wCPcoaFdHbqaTJIAtDU3gAhrY5i6IbYD/fC3+fQUE4hV8yT+1WxaYALhLfvwwCU4UkuFfWp+6c5EcYPLg+fgQMoJvEuU3jIDAH8WhZC2wDvUT3SmBOLl45xKHZAXCQkGJLM0tEuci+G4eIbbVDPBfrykdS4NLoFbFp5OqYHoYnwya4TFUY7LO7yv6YUxJL6CrtWQLrMXW5Z1S1XYd3qZbr3E9/cLqAlKr2+ORgUq2E0U5nCFtOECoNv70PvMt75y0I04QjBECNhaDbEjF3uQEatELtVOaxUqL1gUlXs+snPlIDuEy6icfNqee/X6rkqvuqOiaELrbT7BwUCwXuY1/1aveyhg0QyFWGp/dF4hU/+ZPP8ueNRWaSjAmAhe05KxazY0LboPf+Z43ZLg7dkMvBOXoISJ8QMYDrXVeB03kjcGaJitTQp/PMNWcrr9jQCGeO6yK7LUFP7iwUMS3qw46Fo94iV4n0TGrDPpVjL1UeFhr4IyavN+qlEfgRpKkukl9XvaYBrji/HnomAkQaJu8hbsBnUcTvgfhZXnAZ3VJqHi7x+1K8Yc0/ud7wXuATOlvwkOKPf/SKLxnAo+8WBK4+wmDlpN3FZ5491gownIkhKGYIEnj2VAKhO3ArvB+LI/9B9HEW+EoOduSJAgCLM21vGc0tp3dEy252lGRX4OEIiBVXSurUB96HlENuKLN2LW9VoPJtMQa7tZvSjg0aw0qVBGF7R7p8Fu6Hisd74BUQGc2WDLQYraI6yTkXFJSt9zOqcqzrGXpe30wfl4+gFo6sBdWDTxU07gcWANM6w7UgHFWjB8t3S+U4/8TgU8he60WOFLKlnkZ5h9JNYKDpRBlZD0xyMkFfWCNmMPLvvAPt8Uefk0BaQ/GL3IyH0SP+59rrFDET+dhJ7rdxMVfT3xeZKshlKyOXem2e0JtH//fiYaHoBIqAhuH9RoOO5RM7uOjB38PfpfqkYYi99j3mkJv7D+cKOgmdsP9qi9SdRlJJRgMPvNI13e24tyZipbE8CPlIiSN8dVASF6FdSZIO90tJRBjbYD5AN40O+LOI9YHOnhgCFsTs3Y3VO3ITQ7e90LxQyzU9tsDoBJ8vSODNsKh5dY44P++oA",
} as const;
