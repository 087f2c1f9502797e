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
    "keep": 1200,
    "steps": 7
  },
  "chatsSha256": "9fb29798e2e629f0feeebbaa4eaddda7c5c50807abb81b2118196f77d596d9a1",
  "featuresSha256": "d87c2d0268b3e813009abdd6c1bf6a6342137ac89c24c80ce91574af13aaa643",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "3021a325364ba23cc596ed6fff38a1f91170876a12f2e0432e2d91cb074ba208"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -7,
  scale: 0.138312,
  bits: 15,
  weights: "APW7X79Xq9J1g4vLJEMBh7GU8epUXIxiTO/C9cDHCExl/doPmExVt/zdnPB63l6cKuDn+wRbIXvUvzwZTh/W4hxLgI2X2XptwCqiOvwwpyweyCKDYoevLtADPndCv9otHxBrnZrav9TXpmk70HZ09B0VABvRVzNF4HeQa/cqk8wdV5N85jSLDKDexnbN98bnyP/oVrRJqI979iQTYcZeuKLKQqDDa24DW813vERT4KECbE5zmmITNOnQtnuatOdjmvYqpnaXVTcMzdl9sIBQWjkjzrptN4fPLD9Y0NlNr8tC2tqHkHwaAzH1TcwqFSj+qQjM8B1OcWFTpJ/ol/5yh8S8Ii9H4U3rInAdCmNKjP8fxIEg0AHPVcnRrN+BIbvbpFqSaF1FNlIQ9Wb+QDiDxD5uA7og6FmmTWEL99lx5TxEaXgTp2GEu4/I4moCu7ehA2Ml1K/629Fux3seDAZRf0KFzDUXibVKAuh0jIv6a0mpnwxwk2T0HugirLVlOw47JyuRO/5RkBtICcqTYx6xisC+gXB5/lvziuod1y06r4crtlMMqG2mlNH5mZmDmI51fivDR+Q1JYIcj8FTwJQiQznlnB7X9lFlooW/mvQnMk3EMm876x0wEEx0qFRscDQSyw0bFpYikeitfMnC6DK6nxNSc8AlJukXgWmcdVDFkgy0FU609j+x7r9/0H91AVC7HQufVUvdgIt4exScqUzaG+QYOfxxZua5v8aiVtJ7jEBI3iUUqeIRsNG9WX/pvJEV0kk7vkhzh+G+lnFa/ceLpSMr+lALSk9WllKz8mRLKffpS+OpOX7j2BrJxCfmKDjNcpPZcAZdvAiLWMkkfRh4iLDVn2xDAsdmxwx228phDt5WuznWzb78qmW4ToZGhhCemPQRFZdsI3Bt7mW2PYOLNXHTVlSeGHEYrRm6eTqXtB2D2XRrbnnmXH2jgivOAS9/9TZlXllirPJ3LR5/KHdFMpWpfid2wIeKLYQkeL9fO/SwM45c705z542KgZqdoTyZr8B/ikXtB3RthTWrnhzpcV0JDlvyVWAaV9lkuxu9GI2QrFCy1nI5+Lvn0QUjZR/TT4qK8RBfX7HH2JncDQH2qfAHf07mN7lCeNRcz/eoFeY/dRFGwEUY2TI7oLH1DYkAe9u8pNGOEmzIoxY4ArFZCP/frS2ZUSITzYm3byWHShlOR5pdoYlnCOsBgypNcLmLUqe13oSk6lMm5UiIkNaCmfik3zyaNMYOeYIsRY3Y2DGGofEgRS+WWcPCIUKBf1PJAMZcL9fQhvUdLh6Uv1ta8e6hbfxeQ2dQCzOLeIrfG/u0v/CTGwkbJA3KOG6bv5Kz+Bwqz7wmcPtaqkVJsRKesFfe6Z8o+JE4vQC5L8g+60+FnTKqpDYw8gYkXfXNiUhT9xL+IFgAGQrzKZR2rvyqjFkqwSjSTHZ3+7N94NssHZdeGmVK8ZzyGGH9EgQb5Ek8aPphla/ipo0w8BaRwy+ckk23QLQtPskY48+YbcBFtCMHyCU4NrQYaRs0IAhA9O6Sc3k4W1mj1Iq334HdN+J5ClsfdLjz2VkL6FIJoeJq89tw8Nl4rPHYUfOXglEx7dX9Y685aBEz9Ey1aIwDdvyVpaCrA4BRI87FxSGvRCHDgKr5O+YR4Uc1T4xKaHxwHhPiVhLUiK/cZlwKzb+KZvhFJSDybVlIKWtMdAqmP+rKFT1YOtyXxU3tAaRYKEzxedDUKIGuSthgUamIjIdXjOvE6qB0MZCC8mfG2dT8yeuLunNDAg966/+UQr+37tYfwiJ0SomRTA3dImmPVQltRpBxsBwa3DP655OFUolkVbE3Xqi1fDyWZMpm4XlAzqxPp8uSLdj5gV3X8SR3S056iLMNKXn2+bdvlB75o9XO5feJ59piTWrpmG0BKWgM4QA=",
} as const;
