// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8157,
  "positive": 2775,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6745,
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
    "keep": 900,
    "steps": 7
  },
  "chatsSha256": "9fb29798e2e629f0feeebbaa4eaddda7c5c50807abb81b2118196f77d596d9a1",
  "featuresSha256": "31f7d5ae8e01ddd7898da4b9fbfe0a3098e5a8ec5859beb5c925724164a7609c",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "4c787a6edbe4788e4ecae9b28cf014f22d65207b9c6b226dc90cae74f4e12b5c"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.143651,
  bits: 15,
  weights: "ACw52f1bl5JIrCgvMNwA2FeP2/BZI4x02j8eNhCe2cd6T+21V3CMhzd5nT9WQNkxDQmgGZJUbpehGpphRSvtQq27Dc/KS8iVmBpS8eWPI5yIw7xbbNMs/W+NNDQ0Pu/LDtI8sVTL7Fe3NPuGRO0dEczhOT2uRGQb4Tt+lUYYemzq5UxCgrOwlI/Cip46SLH0MdATfdXdumsCz8FYqd7VoS43LWllizKG2c20Om2mhilqjv7Lalqa1QRkjQ5x4Y5icVkNq+kr5G6xhhFxEl5KTfgZQcXlpP07zBYx2eeOVAAPJhdu8jwH1DYQcPM5S0kO6MWCGlgjU15b5guCfj+ov6W31z5rUpigtTKIVrr5VnKEPXLGsHncByYZ4+6vk7ddgTGQ8ha+lk8t3h71laJ2Dkm6s7UbYKY0hFNKpQ9cqm6ybbZTWTsZ2MaqTDZJBBneiKBLmUNN76z1V+DmEJG8FSw1sZMR2CWpbZo6w6qRYRPU+Sjli2EyQOUha+3Na6+bcDlngNJMbLXKiezF8gsNnvCeH7xK0m/tgJZlrE+yulYOT6ZxWh0s3zeLzktNm8q9R2DwAEmHyKOqvBl8i+QLx5QCsbYK872vvIX7MexwkI59rQAic0D71je7DNke7YV4pxyelqo2DQav+YRQxpjyF9zuwZT+Ia+cqGbIU7SUfpmYYWiQG/Rki/SOtamJn8b4Ie60VUrPmz/Ki3pVfam/pm1DJ2EpOPMfNhhVSaG0ssx7iWYiAQciNn2nb5Y1iwAH+nTRqfGRHLlD+apNArwmW5sjftF54UAl2LUBKjCCHRMGcKWcRIbeBjpUkcNo4LhHl+1JiSxtMZSX/XAbYH1NMj6HKZw0wGdBAChAmWSmZBcIwf4pLLD395U4bf0e7GrPmauywOMj9kmhUgJoQBYVADjZ0lcfGHH4aCH/MRxmcozFPCZ240q9/E+TOJ6frih0lmVtcAFHnU7OOs0g9YOtGNpMXFljXUlzEDQ5tWStP/WMKxnyg7yc019ai4h6wcAc0Cr4yn0h935MKD9B7zzedn9s2QP38RedPqOZRq2+MmsluMrXotgRDLIaO+Ocn2Lq5p27iswhOqykdaCI+wrUb1TGhT8oepp6Wcdmpjhgzhbbe4D9nydVtUtxxxVRqtkyLPCK/geHZ5DmaRq6SPvdzjprOrlWHCTuvqcqOlraCkxVZZa20m2yiE02dCpOnDVHMyFdoZjtjmeEZKrkFvbzw3aUTSwyt2xpqcfPhbIaqqyzxQ19Xnh9lTpAp4S+BxjGrZSCO4dJTCu1sZYmVk/mVi4ba7DeTFF1Dhib8MK0u1CLoUJ9xTTNetdqzeWH3A8InQPxkT4Qkkhzgruk9SQTHcju3IavbPxbCI+jlm+WEBTvd7fBktEj4bI8qyY0ktJWXWq3clBZopRKGs5c9ye9JpUm6QE3Yao5TwlBQd1Yc3YrnP3D9Et6I8Jtt4vr0c/oyRFO9Y/q5Rlj/MMOMc5Oe7z3EtjUAA==",
} as const;
