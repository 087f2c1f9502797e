// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8134,
  "positive": 2775,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6722,
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
  "featuresSha256": "f65c7848816f2b6d3b2bdebc1aa8651f86b759a8929a7fdf6f99d45d9d1beff1",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "fd7171c4337f7294403596fa47a8f438dca123841cb34413a6a66f8e0e7dd6c7"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.150968,
  bits: 15,
  weights: "APW7X79Xq9Jx4LNawAY/XoJlMA65aHSJtVuZNzbRsEIsA3C7SjJqh63LCbaRIfboSfApv20Jk0Ydh6mTQlhLFCAinPoMA6zvFJxEoHJJUW3vqtDwAG29vBE4ICPpA7m0lfKheVkpGUOuzZDDXdKyLElTBO7W19f0tkb6J1+esbf8fSIkKNwZB4qwuJKGl0k0OtdapiPse33dYTZknb0WeQUK9VBHt5zBGKAEGoe9ciHrroifK7TGs4w/C/HpWdz/EGmbd2MLaeVxDUi+up+YnW19zGjcypzaVYR8ixUlgEn8nYGeM7SDJ3riid9bHTBVkFXdm6S3Xwu1Q/83Y/EAv3JlqlZaETDebEOvgkqEFsBmZN0G5HLjFPv0h6HRJ/3dP0lsJxsxAD4BQnGvDBYSLGrjF1OWcq40EOojcaSmGqGk0vLDdjErgCTaRUy0SCZOf8TAJVu36ZnwAtVZZR92gNkr1w9mtW4Lk84iMx1U/tP/KXJ6sKcWdWSIBhNJrSs1eCfDuCH31evkg33lXjw3eAxf0EnLRZQ5tZBn+EyTBXxL5Q4u6FsVP2saUiVG/Wh9IvY+q4zFqaUleXiH70tqlhn+kJDLSmEZxXT/PhMMazuAGl/Bstvz4PlP0MP7v0neFDzdbc5opF6XZhDOZYGBxvRF7+77K/5n6G50L2argjqRr2AHk3gsOE/XgVk9M83ex2SLjYDIBK5Sy9lc1Lxu+tnKgPPPYqFRgYDXAL28bz/P+QMDOqb31suH+Aqw6dSmbo/vPs89/8jTXWBHG+ZXyOyk1DDUWpokt8FS3IxvaEu5njLSqbOIeVXHiAaO4tuqc0N16vEKRqX2upzMqk+0+4ioDcETSkxJNNTxO2H/6G3OPahcrm6E7u7qlg/oQUj6HsJwW7GAHKX5lo1Gqz71DNae089nZ8O65ZSrS+sxyoQq0fSsFU0sFRdnUMfkJUeZmQlb1Zc+r9SWh33tYDqqfQ8H2XVmVAS8q3pcaKAY/ZQ74HA5h+dAuWlB4f1bXldVRhNzxH1g7dsc77xARG42mKBHqWl+S3/yBJblFt6xM/aPmkXSRggaNluHxFvpp+oSXOMeyLf61PoAqTpGEPVi/2HmY9W0Dqa90W8JuZK8gpyZOb1MPJZfX46yAOfFbCjFStUplZ5KG+qb8NyoxXO3cKw/MdsgvuV9X+gdLpyOqFJZDDzbFGAS3xHGsC6y9FCUxsMuxXZRiquHZZWKrUphWMUu6PLvHVjgg9kmXxIA3gVjGZe/7GujOK2XMFdK6TLjIDwkwZ7Dh2svgpN7sC1nl48Col+zaYUKBiQGe56MHy93CtMEt7F+h4SLHsHt0paRo4jdd+5dYq9tW4a0w9RC5a3vSsW5seyUZb0cS3tQos8z7eyOL47+jhJyCfTMuQ6z+K14xi03JSXQuY4CqHLZ+zZkTLI8UjK8IX2PRr/BpVQgYB7hMgDNBqrLIqHIf7KGK1xAyNd2Gt3C30LvLrScEn2PSggGG7jMlH4fMA5lU+IgI392DlZPi3TstGV0M+G+OABZCsbkmWrlOkD/vV/q0I61Tlwh2LkYUf7zXtjHufoiOPZwRLip40pdGvtqq1hVX8gC3w8UNZ9Spn/Xu+gAbliZJq188B4REjck1D36AlUidNP8lS1P9eFifBQQcnKFn4Rh6Z4ScKb8tHp8XcPAHV1y5/oM/VZXcig7mNny5dTC4RvaE/+Oa9oBh9UPLKxw+aI9wmHUdssglvBlTNpCY26c4sv7d5npnzn7pYBz4yRu1H3UBMuuxCZWHBiFh+Y6n06JTvqN/sojuAzOWcQzBAv24AJ+sSC8bG3BDwwzUshCwA8NlUxhDDf/9M8s+R8W24mlYqHnI2StIEcjK5RRrQ==",
} as const;
