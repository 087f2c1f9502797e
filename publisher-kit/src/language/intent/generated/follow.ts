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
    "keep": 1050,
    "steps": 7
  },
  "chatsSha256": "9fb29798e2e629f0feeebbaa4eaddda7c5c50807abb81b2118196f77d596d9a1",
  "featuresSha256": "ef27326a548a549eac3a68a5adaf10413f60ff25a77b897092ac8653d486e619",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "49370bd39bc75b30f603f90c56a79b5918792c38c9c3b8e1179747cbcd874da6"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.144986,
  bits: 15,
  weights: "APW7X79XrDVIcGAyAPwHqxKtwaKrs4dajG0X1aoqJIFNsM56AV8XaH4NKji7QAK8mcCRbKO24bWqy6yR7qymssJ+DE+CpSpGwnWJU8Z3eyb0DYdv+2umNp+IcA7W6TrW5oJcsI0g9zwMTmulAFa24TFno57BHeiqcCk67W4hfFJNtWpprGtj59pToXuqf/JLTev/YV2pTqzolZShloh61Q8VJAJSvCm856DxrPU0Yn/jAuuFMjR3TRRXPbmL1XKLxdIOJ1tCvaoXtAHS7pz5/3FNfBFGV83wMG48s2ly9Fw8uE3CLDzmdIPOcMa2miGysgOEBNwu2ojhONveikV+cgt/FaeswG3lWCHUJHrqggMgLNueIbwOo/iwx4WhN/v5S3nOEhXxy4IZf1vK7j9dcjUlS/uV4cy2ePeb0X4ikLSF63p4C0SEfHo9Ku2KvyolxK7g0qPXBfI5Q9HF0SSyKU4lFGZv2Qhz6ByABWIj/Ovd539HHRVe7n8oTkA8XZU3xWdoJFW4bKWe+2ddcBl9awgrgRX70+31ViShetU3IgXbe5xGuAL8qZ71UWc4AGaRBoCJI2+epdk9Hx1CFiqydItLVe7bTxO3HmcSbVRjcs1RUwx+Z7powdEMAhwYxROwV5HqAvl47K3wt8ccKocYynKsgxtngKMC5ozog/CZKvImcLsO8Bi/qYtvA4MNoUja6k7NRQLZEo5EvBFXJy6h/yZuh/RYIhn0U7+KxwPBG/GwyN5/XiNgy1JcrdnzI7W94Xj0aYMZwgygnAcr0tL57mWRBl2cAJf4Ew65R9DuM7a9iB+bQjUEkUAkZmjGkvcMtYf1cQYy7YbE6JA9FBNohwkh9dRkDfKjwG2B5Cp4D0NzToeXvnn7o5b9Ekt/Onzo1+dR6uSZI1SfY/bd8KfqGrxeeM0JuXbQtZ4qCq1P+qmKvV1sh1VyK5V9kMERJVCKfaVXgme/7OIXYL2RHQ9muAVgkmBOyoQ7LtlBwNCDuG+2ug8HbhowY99RJIHEDlmNDPa46/9LPmnk6YIA/VBKEgx3l3cqspfkn9aOysvFUWSpmdk8YEYtb38Zb0/GYdBv4FflLW5GMPaRjurtuwMd4o1bEgn1/0AV0oTSoUGE4k/hqb4Hml2GssZU4JThLReN5ode1Gu/N91U4hkYtK3e28y7gJEaiUpSRUtXupMHWdyFdV8PbCtRlMJrHlxKN3LvppC7s4tEa06Zx1wvZ8to5gay2Lguyd78t+GmCooFcndBw2HilAJUFyigMSjIQ7kyemArw7ZJ51FEoVy2vGtpUH5agfxyznI7mJuQ3zwxKfUxJ+++NnC3VOhfylkqmYqJZPYOAXEaVDGO/JyKkjMmizQqv3CawUTMzC02gmN4PO6vLk/4dse8V13So8O+GONKGAdUaKwwYM+SYQfb5eRhQKuA+SxOlicoJx8UxVmBXOsgHaHmZFKB8WscMyccPPu8vw7cOKqgdyRAh2/pgMSC00sLyZiDC6O0aalpBx75YdutSm0aVyv4Tp4Hf9ukVb0Q6mcx3zZHP9oDyncxrW7hnA8eyFypPwmI6Kl3hehUfMiAP3z2UDmJgB5ZfS/7wiiKaFhX48zPY3XYMaxCfY9TBICqtHVnQR5VCnOb1WmMDvtuH5NArnuU23W3SzJ78r9q9RoQFSh6zDxiv2edEkN747DSzfAkLW3d9p2Wm8lADrsiLliWubzxpcQnalSr1w==",
} as const;
