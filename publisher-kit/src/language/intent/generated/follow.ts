// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8154,
  "positive": 2775,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6742,
      "positive": 2775
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
      "turns": 719,
      "positive": 0
    },
    {
      "source": "counselchat",
      "license": "MIT",
      "turns": 85,
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
      "turns": 15,
      "positive": 0
    },
    {
      "source": "self_instruct",
      "license": "Apache-2.0",
      "turns": 175,
      "positive": 0
    }
  ],
  "options": {
    "bits": 15,
    "seed": 1,
    "epochs": 20,
    "rate": 0.05,
    "decay": 0.01,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 1050,
    "steps": 7
  },
  "chatsSha256": "9fb29798e2e629f0feeebbaa4eaddda7c5c50807abb81b2118196f77d596d9a1",
  "featuresSha256": "5fb343e919e8b6eadc04d6d6fe50886976d687dbd3f2924cd8604ef6bca7cb3b",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "a70426307c8c365654be5a311a2e386e0ebe76b44fde26988009e6730d09643d"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.140258,
  bits: 15,
  weights: "APW7YqCtRVYq0trJhRfBmtoJScXc6oz96fH7dPURtPZo1TIBz9jlIHy7ZY4pHm8sQ42P+zUgNXEXZM153CIsZOa81+UMnty75z/jwXY1N0KMcTcLV0l3jbbQ1PAVhRQQ94Z1jMmWPZt0pWjv+s43BJAKeL27Kwuk6W8jveiEN5SwHRAVKWX7QJKIo+4ckNEsTS97BroOFogWys5ad97iD1nPpgvrJSgJFlYUHRy3xKKVSb04eEEbFtbWReVpwb9Lri4RiVnUftwlIqNp2ebRqDBfm6fdPNthK6e8JO3wY5MMZCw9zeenXubv7PsKIh2S3M8BH8fl123hNDHHdVd4XjQwvMN16I25tPs9opWTvEJsndNUQeLmVi6l9UvvB9mkzMDw2FTJq5YPmLjpszyMi8g5/y3zq/QoeO+Kp2djrM53cIvzdExRnOCfntlHyA0s+93ypRBf7bkEzKWQ6YtPlf4HieUShZf/yczF5mHqokp2RDU9In/sk51BMStjSunBZfEqASlQX40MEJRM4X9ZBQOKgfUpX9VXgsmdG0jhFncBmumk5za9MnAS2BYAAeJKKS0Z+43g5q2pD5raOGyxq0eXP5e8X4BocP1+z2zx0KBMCrQGhlgl+iV0r1C8w7IOejXX2J9a2KZhS1VtuhOP+yWkj+M6zxU+rk5AgIVldi6cT4khYuW3yCmpLelSx+PvG/QjZaYVaYMf9N9OjttO7nzMntUOVBkvKhbFYF0jD4D6qDIGVixLeAILu8G5nBU9FWrJjwP7dZ4CsdrUTrsDiAVsADEGqNo/Px7dWDDKftcIsUUahy2zxY8I7cW7SbZSh4INezcaB404FPUP9TM5h/VsAKXiu0tk+edftIG/U1iHDV6vIYtFwJ2lqf71N0U6LM2G0GGNCnP56lbnUDepKKewvU7ChUXbqEypzBlPA0oZca67dJaO2DD4pKMCoZp6wRXt2CanvfQI0/rWGlCJfqpLJeleOiXdg7ieUCsMXMmp+w1Ck24SPuwuq2AARQC32tP03NejwS51H2pHYXP6aFjxPdW67A4QELPZtSS3eIEB97DygsrI/Vl7WiUXLx+tBIgfFma8LKyYGawxFQZPb+GueESgw5XVLujnnEBpiDK0R1MoEAFsqji9B4hDaluycKw69Mc6HkHdQhdC6Ru0i3FmSjNPWV5FB2e8dQ9KHq5EddS6hcDd11n/o3LDFzAj5nzo34HvFgNFHGdpqL6e5+GV+1FHBeRTi/KA3UGToT4UV/kGK7gXKB9Ty6RDxHoXdWFueAEJnTZgXWmoIODyQ4+fy4JnrxWxTXmFa5cBN0PitnZBll3TnrdMgISlfRmZVBviA2MJ5vNI63cY2rECkACnI2hx9vDuS5mQjUTd+WDj555cOUsr+iJAa2FNUbZqv5g6Fb2FWe5CtlOUolr3s0xmVsMUip5irYkdwIw3OWGc9HYIW28aMmZiPVZz0TZgR0uhlxAaCB1E1hCRxgyX8Cq/Votmxig5kHf35sWObYElWGn+i56V6M5zsK/zkpLGe/d3eN9kan7EH33GCv0rOKqVFTRexifLdYxX/P3uGUNM3CnASgrWQFl2I3nv+049KFXCGU/6jA0ik0uYDtoY40iv/XgrXY5bqh38uyxSibULKPvb/TDB9M/iHPdiuOfK5jZVYSScgRezp7szaBsZLu/ifDTknrCX0j0FD9S9u9lACAn79eYMoV8w",
} as const;
