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
    "steps": 6
  },
  "authoredSha256": "84b03e71c35309893b48e71f6fe78c4dec881e75f08f452a12f2c5c44043afcf",
  "featuresSha256": "641c9f26e82a074259947116eaf4b0efdf500d87e8e6c0ac445ed97f88e26c4d",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "184ffe6a6773f1ada151146f4cd53922c11d1add1e0f6f19c0b5ec89a0a95a98"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 8,
  scale: 0.115673,
  bits: 14,
  weights: "ACc7pSxaxnZkqIPXIwTzjNX682T5WmxMUyZexR1RVXPVoyPiO+prFBQHZ8pfEh1p6lMAN10NzyVQfyVUAOuyQe7cmnMVvtX/4zv1twpDsOdggQfB1/jAfZ519GomMqmqJXQa9JOkKIK1xBT1+5j/dO5xuyJHbIyMnwCanV0qLWj344/WZCsIAADSfwJmBwD9lQ6GgNjMZ4o7tmFO9mT6YWWsldVfHi23QubmKJMBXD7a5ZpnXEtTO7F0Jyu2nLPDKrvClC8CqgTAvEBgDiuZawlyAcjEW9e+b9jNRyx931s5dg4rJxXDxoImGr1o+SpKduyLgEzYHlzBkpyfSUqNcVFAZagukX9ODuaHxN8lN1ygHrHTzCh4C2h5iD7XcmA7IStcaqXbfgqtExrz5aJp+ciMnkDMuFFvtf4lpfpvT/un94e984ZZbSRpXfrERtDU+rETfJGWFy/x2bv+JbQjEoiJZwcxnCEC3K1FjaBcURy+wtTRjC4A/RpcvgEwem6WLuXNmHyVk37uDOiBmTpeNM6LxhFkqvtCbyGwjeqXtK+CQfySHr/jDe8ge4y1eN3oIFoVKVDjLrUzFLgGWk1WoCQQzWw75+ngArV9JSJMFhfDHEynxMCfhw+2X9t/+jSeh5Rb9d+X2eDxHfc0cbqTsiENTnSCToPWqnc1UosnR7d4LyRLRQcLbdAnqmKoA0y4p0UmA7NuNjm1LOi/QkErDXhu8L2odRYQzK1WbVUkfmf9AjwcDYemP4obcmI4HonUWJ6cUL9rpq4OndxknI2JNmr05uyxZDPWwo+IIg1MZK3Q6lglkN+yEkEIGOhhEjpsVVF7secEqVNjePID0OvDCLinAPfnYi7nAq9hqZKArFqoBAPgvYom/e2Ctie+Iwu/Qoht29Uo7YPHaUajv8CFPNQAtfXhu72N+PZdQF8pf/F7lqbUxMMKv1doD2KhhILosYSY77/hOcPTF3uiV7Qe1PVOzcSi7FY7urUcghQUIOVF8JeYqUUBCesmo0NaovurwTEbkIm7MvgJMs3jegG/9W7ccJxR2YKovXhDiUhYvxtUNT76eUEbeoYyf+8et0xEAXCHgDiqH5Qbb23qirsYCpgM8/BGGl48ifLDxGBZtOSkAw9o4cV/XGwbYxpkidRdA191Nhz6JMrAncdCmA/wYloL9TnuM1sBXo5dnjvwdpoCBxwbwlXGwUH2HybFz6BjwTMRAtRL4EHRB6wY1PuIK+Upva27RXZSWHjpzTjIBhDdLuKRtIMVqOLvv+xFKNPDMOVr25tNnYN0FUVASn0ixg06VdSiDWVQ6cADXe+B+su7UeGtBoOXhh5oz0oWoqYW1YujuF3D1TyiqgEyunIBkCtxo/zJaBRYrm0JkYGs32tIxnS0CPf1waxiuoFB0sRZboUtOlwW/Wp7gGchHx7ACSf2qarhJUg1zMf5qqLb3vZf36UOGvH/sMRhNuebosPKIjKLE0KMNIMtX9IzgHw3qASNs8tJS2PYJt9uLdcrqFF/k3yDJNt/65TzGdfeXjM+1HZRZAd3xUw3/Xa4qxgHx3V+8CH2rZA08oWEner6B4WzoXHr0ArfPHr0xhOpj/j2OdSzUTw6NVgHUUl47CTVWZiSRAb/U2qYTZppxMdyYZF6vXE2su/wQx6YjOgdXdWT0UfLjM6X6rYyF6XtIxeSFmmHpss558syQIFoHHjqbhShbgpI0Rt2yxb2fEHJl9qg1CH5acuK4bYrSp+Z7zaNm1clRPP3ie1glwn3aSwE+TMD9+BEVJTDcQsFk6866NoADex0sy/9QuKrjS6Fjx5CcIVo4DyqhyTKVQTe+LUjsEJih7OSfsgfuVdcKDlQUjLhmrG/MILCqb563MHg4w9G44H09fvZfocCKP/PMTEKMXbnlv5vkiIDItctxbml5EnQAhYW8ZGw04jGwjLOlscUIAlkiGsrE4BQqaCbaB+uuXhFgHkSk6Dv0ZCyE5/njl5/ZSIt5IpP1nq4V4wAXo4RdVg6SSZ3qzcItNmdHjXlaY/XLQdx+C4GxHznj+5yweSYh9ANJmLsgxz9fNyJgEpSrcKz7Hn4L5GKSrtB+BIdF8+myJZFHm0LnlYx6vM2qD7QsUvDE7YADc4bK/z3GevnWjE5r4ygBAzlmC5xuGw3CGbd5k5OhXEszA4JLAUWRuo6sjv8gSdGBN2UXLSSxd41DYtzdgnNVz/MYad7dgQp0kzE3B0+kMGEIZNBcxq7OaYICS1wR6K6zYjkO2VnGJ8+5E4SLRJzfgsu8j1LKmIbGCiXtJJukc5Wab+vFaNXdSszePZJFxeUnYMr27UBUfkqr0ICT4XpmEYl/MwGEMZivUcnjnnwygxlm6l5pfY/4jUAG9Hj8bWsATSJonEjF8yFs80QwtLKgzcjTMoJICisRp9wh4g4wEntxINCU6pgsjFzQT/cEON9iS3pB+Yu3qmgFIsBasXqKJty4QZrDwRyuueWPex+g8uCzY5v4jmKeZtQKGer0gKPnZ1NZv1D0D3j6mLv9QM8Nn0T9mmL6lrhSIvVytNdf1vvtMcUz2Vsw3nf1wS5m/F+NPt5ipfgDS4lCwMmY7GPvNZ5V4QrYsonL1VfRZpG097RFYFl/xWX3OeVbbFnQ7GZT2nw8j1aVpJlKX9Alw9e2cc7cnwMDmaMbsWukOggwcba4Rcr9VcpPhNfWvqU3C7iwSL8ODG7SaXFzeSG1CRgWJzPYueKJFkYhcUuXhr5hgmlxB/XfVdUvLeSS8keFV0hpXgGliGeHgdJ5XupsYTXzOBdIXXyNpLWFcwclm2Kct6U4x9dC1IPB/vVsjvSSmmFQEOM+GN9dgXQdeuadmyAXmzZcUWosy6CBTftZekdPNNT1FZrb1Mu++k95U+XXf1MlfiSkRxvxm9iPjB/v47W+Qseqkpc38TQmwsLGLsCuCpFQB3WQEmt7KJiEq1VUwy+jA4pOdBk7tRhGFOCF60PMmSckuS1Y847w8WQ/A4XHcmPThUHsGnM68KjJJhJ5U5P1VsNK08D9gsI1wy3yAwb+Can97zfpNdFfVAXmEpUgILQ6XTupx0avtdDWgQbDp3tJKkM5XoVCzNzd7O79bYYfC8plpbHuXoUIl2Nb/an+rVAg3fU08PN6XX8ptmhs+JSY9aiq9FpM+BCyG44UcbL1xJ7B3YnYSFs9Jo0dYAjEbAC15RyRB+O18M4rKl+SbO51hSp00G02GkGLhLil85Qg2DWYuIcslmhJrneF9EgB/YVi/8XttoB4cAVVYKzER/CSVQQ0U+M3DcVlzc9amOEV14kazIyRhjiMV/1Ei0AU1ysjOjvo4t9C4lDUiaHKnHkS0E3Hg5HqkxDBHyFSjtbcbsSnfeuY2PUzJYQ6CToWgKvOPTwn7Jtjd9lVqhRUUlqMPKn1Z7FE8/ohEEPYRoFcQrHCg4YT9Gg/8D2Rzuh4VUl3kQC3iwBIVDuuQHDQ6MnDW+a/0/izcr52FLWDPP44Jrq+amXM13j+8rBr+/9RMX7+DIK64ECEiqHdx4qxHcTEap6hJozVUEybJt6tIjuxsU5vk6hOcpiR8gycAZ/52pOOnWuHbVRsdAdFac4LIVsoLfHHT0B+yIks+2rLgstSigr/ydbJcazhrX3Im9B0G6FMS6j1KTiV7hHAbDH+zX6o5hDfvtRZV8+wdQ4LsYDwZA5DNzJNCc2fNIk9YmjFR13cLm4bQgYkADqT5TgQAKxW6CCgiuknuqFNJRZQuqWfNjPi0soUkx9FYO8MUbm/pMy/nu1mC/fPPZ0LL7BleKmRCM9QJuFu/25tpgTK23CaK3E/v1EkXQTr5smFtpN2fXeCUtPnaT3e93A1212PAMdJg4SvtAwP4FT4kyVwQ6Q/JicnDPHPxehxn4sJyohGu5fbpZRlN+3kbVJmuf0fpobdBQ2vjkpAXhWPV/KeLIl7YcMXUqdA6gT8lBgIUFnsV7zZBNtaiL+Cb5utCq47K5f33y52fzfzEyqk04dSgRh9HrtPQ==",
} as const;
