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
  "featuresSha256": "8cd000f2cc0be5253cfcf37b156d386caa344e6219bca631949fd29f911575ea",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "333e68151ee45ace6b539e205ffb2309824bb38a37161cfb0081725e05646d76"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -10,
  scale: 0.138064,
  bits: 15,
  weights: "APW7YqCtRVk/CrcCVzE/ANLzBDMIttjLFKuzQyGajyov2R3ttD3nBjQuH3DQ/4G3C6Yx5ifk71FEKjOF5At6YScCZX/zyf/Kfb5BaqNEfxf07tSFbKg6S/BPax7/TvVEP0tzQBwDEfZ1Z9uJiUL8NEGhWZPlk7CFmgnT6QZB+MqtURSNMXbKQMqxYFNDcGJDCG1hw8GlBoghsMZXheU1Iesqjj6Ys4Q9MmhWDwCPrFktYNUM0Yzxd/bkA/fpHK5SlYXZvqKR+U+WDCSBZAuq+CBWLNwLELiu8UgJxAEjNEhm272eR2QE4TKFpCzdnKXr80VVnmpmq++L/sFiZfdh29XS4PGKPVoD0rWlF82DnjtrQCEMcyhxqLbaOlZNroS6O0wAyQ+06mbJFutdr0p3DzCt2mkD2lL/vE61z8HBOhKJxqwyOZpXmHS0VHQJuxRMWR2B9hGoWqbAawxMcy122kKRz8tqHLKT1P1t+nngA3UGH7/+Fw4j85tSMBk2w/nRWD/XpGZ3ZumEbsK2sMAlw6J1bziBpIy8tgtU6hxpUxARPwoa419fF39w/prF+bU02Bs6smHZiTDDJf+91qjQkN+LfxuUHtopGCMAdTwGdVi0WY89qgXbnnK30UHzuxm8FLPYARRs1CRly2OFatTYfzTqiGbRhZY9EZ1+/4vEG+iIrMaE0xmjLBE5piKctbrVjWeVT8YXNvE5Jhihr5zinvo87xyEmv/LLPtIx36bMlSRl8FcWo/tRBILc8oUOY6N/HbLBYQWcCLHebkA4a4SxXROEMfupuFU9KdBitQS0RgsFFPfL6Pd8TVvqiQl9gCHLq6YGku9vNfQbvvudg3iUuYZyx4HjEZzazH3ORmATIWNpTgugZ3mYmAcPlwDQbDWtGrVzx1BCqhC9MLcXF+SAC8i+xeZPeB0iMMAJPAV7mLoygcM6rFoO6UGgX5Wow4law9htbYr0pQ7D5EvX4B/k/UfNPcSz5yesPR5GzojK+xrq8ti7qxNRKbQsMusjUDYAEgEUVBzxGUnWfqGUwWcWXM8yAM6j6UoxJ4Dny8bp6K6h/zeFUb+CqECQJjQWhaASiYfkjBrjb0heUWs/APa+PRUH7SW9Bpch+OmjimtajfG/D4Oa4qwLBsjs7nQ2hjuyJATwX4ZvUVYwEcrKe+tp0EdeKuAy0pd9AntzLhKbwuMgFePk2Md+SPPD9F0Eymm5DaUrbGY4ffid5rigx4l4EypJeDf1P1fNQeVGwVkVdvp05LFR9F70AgGRj3XVkjwLOo0zFgAOXcgJMBzNB5XTHlPzQNHm7yhnFCuYfdOLdNNZ2wi21OMJgu9Bo2ETxqCoa6thsYn65p4aantvoYyvJtEEsNlLdVsSlMDXC0o4n8oNBS/1CxWfgxN7u30qyGkcp8A+PjfjD//C6IqwpmSwTAaXXcAEpFMuHvZPL4bW4DpnEMhMfIsfG3pvjwTVTwYFvaoVsOS4H99mL0i6PKvCEng2iRUOfKr9C6XEhtDokmZaDlMPOVb/IHHl6W38dSfT1FD7GerBdTCdePLaQ7ITMeNxOinO2Ng4sKI7YU1NkLwkDGUJsut6n5wHApGr3HDZRbJWJjvxVF0jDgdaab9yVut2hgfuWMlE6KjVFdgUN40KCAhn376IaGMDKReaVbb41X0Itpq9cLiDP8owpGmdNbbdOp9cQYrrOLPvFOK5JoOjLIN/bdEqfgffbyarPg=",
} as const;
