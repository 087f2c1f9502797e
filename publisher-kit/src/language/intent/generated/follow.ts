// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8004,
  "positive": 2712,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6592,
      "positive": 2712
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
  "chatsSha256": "525284834550cb8d73b8551ec77a5fbe58632112e40df6f068e57c70aad2747d",
  "featuresSha256": "97df33f300abd541d7abdad62d395d5744d0f34483da40a4e106e8ca4234b449",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "ce1f522aeecdbb40c437874d485b29c67d97892687c9d33e3781ca74b22a6c27"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -7,
  scale: 0.170227,
  bits: 15,
  weights: "APW3P1st5nt97qMcScvJUd65S65RDxc2ATvkqRGJZb8kTiloDkZ4DyDvtPMMh3zfk4qfsrIxHvl+dUszm2xh1Xv59teeflsDKi/7PHC4FfXwxqjvVgIYjXJIH1eWth2TYrZmRJIJ/6lb5jQx+SIp1XaiJHlWE4FZ0sPO7Vp6dlDh8r9rMdbeKFIb5OOTvy97jFDEHeXADwFFAIdYUItXl+I80lwF7s9xFwgsFphfo77XgKgcuEpzG/NdMxsVhoXmcm37u1rEnpIFqCF7kebqgu3wh4Og3PaoBRB+AIBCOuh7r/v7XN8Fg44JL6f3vLC/IqdIWXxorLUZn9QwdoxtKcr3eH1mLVpZiwLutkmDnU2meRxmOgi1FXHMdb1aYmDwD/EyPHIaticDzMyDMLGNSa+vX/RoMMlXNPYTR/1UNp5GhssvLQ7TYF22furwXyyEax92GkNEN9W8VrU+R42bDny06PwXKc8cwctpzEaQ+RqvvPODhnipXlKiW9WbgPLru09RnV4rQV4ww9fHKfpqYXJNhBTRMbcDd9EqOT9y/+ohL/yn37im22W++7isAWrbo1SfAhuAd03e0M2Pe96L4hNclB656y7HGizJGGDdMaeNudE9jbBNpbHv9x65ucbhjAS32YfqR8yFCwp5QCR8TIIQnK4Ie6WW02oRU/hnPfcr5lX6xMmCoRiIoaYgsSYwGkCkkJn73ASoOs/DKjLedemTQthgIMBGIgGgQ4BsV+fgmTdRikV0OsVYernBGiAwqdLK4n2FatM97vd0D8XiSY3O/RqKo696UxhOs5G35eET/U12A2sSYr7DfbmgtE3m3bhPYqh3BHjVZf4v4o66LTxaqS/ysRqsZ/Bb8Xt0GzkhACb1RX7p2MRRQHEocOAYIYiVCRgHp6eMEOwaJow4rg5xFmiJJi2s+Ytc9iGXxb2Ysm6SZ3G6SQiqajwi1uYtVtb0/R6Y8BHtayiP2crKgost427b3qd6r3C7ReEqTl0Idkzwtxp700Ms7k/uO1+4wzGdu6vY4eB71Xu87smRMhQiwcLNpU6Qmh2eqOvNedMzlXphxuHOXoMNdttG2dFEANNp3Ou0jbnM+x8xww9hZJ2GrxSp1TPN+fA5E13XWqbzofsoei0GjROe57fm+HsuqBq5+S+Z8zCaZaLAQnm2m8TvxIHYe9vgd0O2V5nSTxRWDsKpAuCR6DZbjhoZKeJyZmA3Z+/112kYvWR5qWWYrfQISefFN+VRHFUx2iwgBb5+duO8QEUB/ja9QPm7sYn8CniLpmFDb7DH8reCF/ECmiH05tGriZmeKQale6hPdcDjXCEHgHlTeaqHmp46+zjsGAFzRlSyjTUpJl1C8dUwR25Vb3+OOTNhZ1vcdmMsUOq64ogsTeTU9ZtrSvPvu5SXAajx6ux8JclCrvfOKkeYuWKhgFu1/zeszsLRl0KZYidnrY+6MJ/+MRvZiJWYn2wtlAGICo2yKZPUOepHVaJNyOvQiubXT/Wwf49aRlCcoY8IQZ0NqOvvveGB5vniMVbxd+MbOUw/NJBX2FF+mLuSV6dErVq29pZFQ6bPGrrDMSbmPVbab75kkdwm864BpQEUbVdegybjom7Dz96AEBPdsVOuATFKztjhjqlIGlZXfJcHI/R2VYbWcPl/6DxubAz3FMeFGFRqYp95Rc6oKLsi+Q1qKbucISz5Q8qg6JpD/qYm6AWtYeG8hMo0W+ufwSyR2kgG46Yr78XFWDVTyF/3NMIK0aTC4J+ldrHqFOVcirybRRhCwr/s23noh1t6ybwmtQSCfOmsItWgLl61iuormqdAGZDoTiMXQWEoOwcjp2+q1Xa2ULVn+aQ=",
} as const;
