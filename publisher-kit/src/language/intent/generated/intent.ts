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
  "authoredSha256": "2f680722d8eede0e3db3a86acd81fee95ce8ac980139aa93c8ea068c0b73ea7a",
  "featuresSha256": "087b83f75c74f18bbf962519815ba35088e18fc73bd12c47c1037695fcaa6e1c",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "cb6179096e62499f80d504bdc50c463be661f03bacff3d5a3ac774f714b6a90e"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 7,
  scale: 0.112901,
  bits: 14,
  weights: "ACc7pSxaxnZ3k3cRgGsvr/ZBpoouDv+79OhZ4htU1itJeILLr8P5NzIAnpE88ncufIQSIAau9OxFqCNWso2p+/fNq72yFOQEsycMskgGOh7iqZMOgkouFn2A0JifeiktUcxlxEdR3LAeRNOQErlJXaBWfsZhBR4BUNLKl5KBjmi9C/rdIgr3vIm8AeZAfq7OMEndrmqvI8zpB1rjMp/d41RJv8A79Kl2LRyBSOjxXZ8Kio2mQF7xWm3iAUZkMid2PRxnJvJ8XrmKzPd4es9m3gQ56i63rFrigtqD26nokbIA3ZwSVh8qVnvfGBLq4ltdsF/k2P7pOF9lr3qFf0Hop6Haq2xq1uABpG5fS1zw9gHqFCueysAz3Kct8ClEEPK5Pv5zp/jKrCzPDaj6oliDj8aSLjZePMm84O0kNZ0IJlSX2lOBb1I5ltEtolbAHHYQmxEGHbjWdaN/Clxo23/prhi8Vn76x2TFe2uCfhBH2v4kjVHWVzzJ4bJy5Jl9Y2XgNRmlWCTIZmIxuLmXPUFA1cE0+jyXBCxb3R+UBFENGtfhuqDMaUawiNknXvIUPXwiWmdtUhAShJXO8GJm6jAPVsfJWNT22raqgV5NT6eYN5vkcn8gPcMi7OLR9tq29RoqM5Qxx8b2S5K4KIWAnBFfb9NiYWzz+u7FqHftxhn+ceVg5gwA4BNaxN+prb+OE4B64oBp4Lln3VCYkrRb1CVzMZgf8Oh6vKPlpOg1n85fpT2cUu1tPO+mduykHukrBgbBMmnGx9+r+jI/103kt1RDt97cKKS/9gJ0GmJG5Ya+G8004XqdDa5NUAXC8Qwqeswz+PIE3uzXomJwiMVImfAoPPN0y7yQc3SmANVGrsLggRenf9OwvHKCrle1vVrc3o9GwUmYZFGjBDgDPnpg2Q9Dz7B+Z5kMmApju8b47owGEVsnPVu3NB+7QxMnU/fQZEC+Hv7xjWo5WTDfE3b+OJ5PLPaNWfhpjeGF2dm2v9wHVF5MBe/OFj7AzXCVix4kbmzP+7QWbjodoTCTGkat7hpLYTb7a/W7r6Ar0KHONSFc2NB8rHE/GOieJWlI/bGdH3DjTqktH10gVS8/5kjSw9LBYnDhzhgKIwNP3Hiu9YT+oFoVFnwpvap4sUa9m7bgBTiufMgyCCv3Pa7uFB2Ylc4QkwfldICJ8qyTvqfUtGUlBFK74CGYDuDV95xKvTOBInQCNQQxZz1ru2G9lAN4Dea8aBT0LRxu81hFDB0wWu9lN0O6eGEkfQVAC9IA0wg8Glqo8o5248LAp5UZrJkQ162kJ5J4MOPdiJOb/xyVhi8Y6R/tLeUv0v+4NyF34Uv27Kc7BBKYojO2CFrjnIXj98QEJ/ank2nbl9GVVongJXvQNVxzSswlGYUtPwyyFzPDvrJE+y/IndJTsHnkc7Qf9s+9AWQkPxcRfbloj7W6ESp6spGZr7zUAeViDmYoTvYNVjeqCm+2M2lx4UK5VCRIc4FI0zyYcJGXWV1a3ltnl4AKkwGE/6bXbcA7+GKQ163UDNWJSaB/GOiNg6C/z6ivL1zEhKv1J74wyIIFGxJ2QqHcURclhXaTSs3sCakXiFhUk69G5qNqpRyTOBbVOEw3Y5izgniM7edq0pPSk3sEnLiTnO6UCpw8/d6bwjC47iljPvwy6OFGzO0MtoJ1nqsfQMMFSy7hRlSg59N4buebQ8pOZJpwKjnl863YjV5LiSbAqeuZZuQ5qwQsiaAmvEkRRnrSasZiulbhRQVBv9i2QVR8DY8FeU6wLFg6BLoKPx2PINjlO+4HmLZ2EqjR5cF7ht2Ir0Rxv6Ezb1umuXEPSKHFsYsKY0wCAEoTAG+1QYdFta0ggwtCIHMBP75k+yjtPSah7lmThwotmHfKohtsxvZ8qA+yL4vMwo069PZashLTgNbPkbTU49bfgD9gz9wgi8PNuEXMvmwHDf/QxxyPiCHU9uDsjAczR3l1zCXpko07uPoPvGrHUg9gRSoeHBp8llR3WR8IEL/Wg4AH2n9TD6xXjgYwebtl07XLfiPV/kLmAMr8UGz0I5XNZanP2IcHH/7AU5UhuZbSfzzpfAcLdvEmQOwkVrHR5ZWox8Pdr5FXCdLz6HM5TfKFD81dFPY9X2bz7mjraXqMrWMj1Cvic2J9wcWRYMKxTp1ob489/HtndaZUYyQPpEpF6m4nGrbx01Lq0i0t1NXUrnRmQhhRrpswq3b2IVmdmQK4HcvvhEa6+SiBzIqGlHZ4if9CyEyT5iU62PECufD/JsfkqLE/cJ46CDwK4BRG9zEP1FK9/01J2tonml2TgY4xpPELP5LmaKGz8TTF+WQ8oElqAJQdAGaGy9hi1RhPzLxABIzmdcKSkAUagJD8LyHgHiiUtn2D/V4kOilvNbGCN0sNQVR/4u/Zo57rsck37HgnfpPdmjB1NPeWQWrCfXSkPKgOuxevD839uYG7sMbj9rsMMVxz2Z/XxzrsKFFw1lrM4CDiGFo5UH5cDVfqsesmCYdpVeE9SpDLZFqKMjYwF7b0JIY+GuBFxkM2ulLuchEztRq9T1FctOuzObJo3A5d/DHflgSqLujB6F7XDD5+aQwLR9ZReEVSDM/HBwAyyy8+840jXi1eiL8O8kjuEnBnaDeTgpDlpn1hOzcv10DW8sEEwNpIB6Qlcp1nTobPG83NgAbFCVOsj7knCBLKAk3l+kdiBXJB0yF0s+i4KgchpEtqMxFbCjRyQN9sxya+KoCDF1LTgsGc33ti1qn/kUeP4ZftDO+bxkOdMZ0C3la5FNtcmwzg0CHUIYLOPaV5BbmUDsknAv8rTXw8pU2PQ75C0piDNbGWVY4+0KNtl7bpV+RwYiE7vjCQIsWFKeMhBEiNOnbyJsHwwOZ7WWyU1PCiNS9aWU3hLX5sJnrW0QEiZ4senc6av5kV7c6WLo0TluZDJUpkHWM/p/Gv4TREKxdyLcm5YgbBR439WmDOzwj2qC3DlYSEzpwbAl+6Rcx0XAF6TenysIYDLxmuSaimy8NujM2fTL+msYtWErrZuTqp+m2//KA20qiGW64/rUHmRXIODVSdSY7/iLlIq1saacrbEgROH7sPO5ulfG3Cmdj0fIOBzi7Ud2+Fw9PANt/nNVMHGjAVIBvXSFgctM7xe13VOtqDQwRaEb8g6WbqmBU6rOrM3X+WcOUa/0V/KSSdf8a1eIqDCp/jORGlhrQ9pNFdFj31b9978m2Xq9NILhZBQarJUJ2yyUdeyDhQxbf6B4zY0Hnyf7OQHyEDqWwbN67Uf38Y8acV7ktpttZFH2gRt9sWnZuIS7uFh7Kb1gVO0vkeBUorASYvw2KEru3bMXAjye6Q2Q6kSI+/zFn//bs7MOzR8Z1lurXdBzz/NGn3ryp9eoNo+Kbid/YHl3Wy3LDR++bB74fCBgYzNc7QWj60lY9NyYwP+caUZp+xxfvmAOXouiJb53XWxiSHeFAmEkKQ3C6Jy0z872Z6cw2yZmKb8KSmXdyOn8n6MqvIRD0nMAZv/EbDYC89WoLnqRMmWaYUdDRoeaFkx7SbASKe5LbWeTzwQpUHLaJAJOJbiusAMR4dYQvFC4JBnMkCUZilGnauuYpBZz1Ns7b9YJH5Ue5Okzure8qcEHs1MU/lbrHi1d1l01lM9ViHbk3wtBGqP7Uou2MgW7gMszdOkjIwvNJfFvmaLgPi2fzTq+/YruzvKV4Xi2A5cCibQPgqZ6gQQaitMhpZuPPzOKyE2sWEgC87HQmQ2zStYnN3rQFRBGZL9hC2EEQOGkyTMU1VOBgYcwnxNo+lXZVSMbcwGO8ikJQKV3SIJeln5Ro/jT/oU0HiVaCxZ35jlNENPQpCtIf2pfkQDEzATKGIpqI3XiZVkb+3L+XWcNxaeJxPGg74CqPK96BfQ62XJePKEngGGujZNMZiBVHtaD2oIjTrhFSk4IrcLR74nnfjeeE3Pe0ile5MRyMcciUlBneSfFAqSGdaL14gZVhh921k8UdU9rF02TTHFCYZRNvR7clJbid2CRyzr4s6zi96Ez1xAA==",
} as const;
