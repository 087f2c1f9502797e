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
  "featuresSha256": "08f48dc75febdda27297d4f42575fb40827da63d5382f8e54ab9da2d9e371260",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "932f6d97bbe299e7acb84ec9a79d8b99bd7b63561822df058144e88045f222c8"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 6,
  scale: 0.150646,
  bits: 14,
  weights: "AA4TcTZgUXWXaAHA56kk+KOjzFGQpLU1l4sBdkTleNLrek6AE2mhTdEtBomgi8OpvlugnkIeqeqTLISSKoTdAhDFMg3r6BMotcVfH35pqpfcRjtxxoLVrmkSqB5+t0SStMHzZWLCRhO3UtcgOuny+pGdobGzRgI7LK6yM2kjnHFRbb5TQtMKlg8U9eUcsZ9IQ0clfRisJYxEcjXHhelCDnmbgHe1L6Rv12BNp3j99TR1GArbMUaPeiYrmnmtFB7bZHuHUpaAKfiYmQEraUs5FgUOvFBjACh2IypbVXw72b1fVdt7G8UR7aPC+gE8BgudR9m9sICbdtTwEF2UQyACstOpny07O1Ir1/wZOSTep+QWrgoFQ1ED2jA5sYAqL2iYoJRlATgj3RsOsi3m8D7yZ2JBkle/TUjehpaW7uwPFaq2kzh1iblzhD9r6iYsXeg3J+xRklghgOfMG9Z8v33kOKvYNxVAoAfypE5nrciUR6TsaqNrqEqGgqik7ayj4IOliooMdQLmcGVRL75B4ENZvPhDfcy56VgmwVOvaMOMBWZiI0v7XeQqPOiV2WSElOswkXCjTyhHr/8o0o7916xQBIFKaKbJVOFz4uDXWAClQET/fd0opLnXSUreIHncTsKIJlLygngiv+HVTtPrF58DbC/AAD8EhqOKHX9/uRP0dEET/nqbTufIrSp5wYIqAgeJ9yUJKxOPcje77otayQeioFgz9WfFgSY4rB/gYh/xig3sxBpkh5/PMZIRixoWYo9jJW0crbRcQXF3LO54NhkkYikxWhLPxnN6lob+iPvtn7FFthNf9ldvnzAHe8zyd7Kg92jNVDEljPnQ+OQTg/Z3BPjk9TPM3FIWtyLbb+7iSN8X4MyaZWdc6b2OZaQryKw5C9Ah4GEwxZYWutPfiTIsKkHFhdj+PgONah+WzkTCgrWRCcal5EK7fOU7v5Or7RAPGCN/UAH2IZcU/ByjYbf664VpRgiDVjEng6Kv8O7XcJr9+GYyl+KHJs8oR5BAGRpoP3ZBaX8Ir4UI+0dkIopEs98BIisyPRoC3QohnIF4Kb8IhfoWx5TwEp1SKBo9Ls4fJpeM0qpT3xci6zQU8LIs09GNh3P3JR/6Yg32+ol90DU+A8cML2S2MMG3lOywDclwphLNUi9Nsv9fvaloVXoaFKXB89XB2xhF5LTWkRCNVTXmByfyxVowxm8bhK6rb49iBsyOCWEs4UI5h6pcI1vcXeRCLvhCryQsSMzeOw/e/ayOfasuIUSPgeHaWHb80GqhOQc3c8SpghMWgAxO7L1w7OjgoSQ42+8/EAjh7I5j9H9xi5zuVp0gm997vG9Yex/NMOvFYX6MhgCdELMvcMKqPMHaKn38Ph3NxYKFCGHtXCgpktb0+gSccY90Vyp3CrAOdzmv+roP6ddPSo15F2+KxNk/YAOewKCjwgpTpjf0eAriywajq8Ed1KHZcLx3ZdqycR/AfoKhxqufKU9Ini6Y4ymaFGw0nCF2S/3Tf/D0oHK+LvYgzpAt2T3XkSc67CxXRXvekUx6VTrrbvrwJQk3Aa1TojLFjL9vdYzMVBdGlWLJqE8xr9beCe77gd7yTR9Hg3KGDJCVEhvuXXsHSCw5AspyvUTufU9WoVaAskHwi6B06mcTtM3tq0UdVYpezuKXtax/8hnAT7+QsMkwdob5XSFwGIgVuTN0jWmnD755AKLKp0glIS7RK+3aR/5yz5W6Fv6oj4O2myNYQwFtCwDNGnCu94N5w+G1yDBUeIbmBspy8UKX1dEZdj+djLBJXsz5h/XU1fm9Qrd3AQ0voTj7LiWB6NAySUoLv95fIf1M/ZTRqouB/6WHKs5YlJ9ssxTTapCq1eY4E2lRviBJJ4GyuwF+901UOr3ia3zJhcvJHgro+pWEjWoyxX6Mh5ZJOaShBLqB/EDVjRpB14NCMUN/FGzBvSHcFS/xb8Jjy4t43Kw1zbh1ruzCQFE5i9qrGMPWxOckbQxxFtVa4hEzyRuR77T/jdZoCd2HeKGyoV2VZuTzC5nkXbwkKEil9IX+xmFM8UDPx57KRfKfCfSN4mMcLDX0jIHlZ/HcdG2KhHlWXbodV9Rwdod8HWdLJbHnqiNJSVhD6Z9Huzehd7o4t4VM2GuErklEVwYVllDTJy2KAPHM9oWejMU/E7xF3S8eMQfxAZ1MaoRVuUN+EM6CJbWXc6+N2/GGIRYU9J/QnNDuo6hzEm1iaULf+CPfC8CLRABzOPtzjmulNFRXu1fzwVxhC9PEnw3js79RneiwuI3/U+f/CJhuCX+Qwx/ycqEqDOT55vXvKtB60QJvpFqbHOCwy95monGkDNQZW1gbgmHLUgZB7pBkmMpQVGfz5uWu4XQKChbRi1wxWWaDWXzhCFo8fz46fTYwJAlS8PvlvBKAX2faGCJahANFmIIv2JwKEDcR7omp5eChhYzIMvJHtSWxEL4rb1Iv5t6H3ht28HArjqkOUDNGIiN7CvIXi9JnlAipR8Yhu5GjoqaLTETsEnzUGyqBjHWRMyY9U88wxrjMiS87EK6Gor7trVhlNFtFX2W7eq7P3SzVXlSiKb33qG1NeizqT8RfGYiWLVSt8/2GjdTyuwS6IRYtuyuMiRaFW1TuY6KITkjOFeckABOuMhmlId+Z2wExZeFti6N6+kprhrfVlygkHkRhEbFL039IZalp6nzS/PIjLt/JrdHeng1NRGRkdHzRvP25HcNyWbSw3oSZh6vU0OubtQCZ2VhfFFmBxu7uldxZxYlk3ALJ3PQeFgJ/jThg2rCfxp3tn5uVR0CNnOLEW8L0CKgCk7CO7vcJCZU06nEFGLVtNSyn4cFgRwbDDd/2CbG0FT/vQfHUYySXNL4uB3JQS4eNbBNkzwFdt0+7J3fBSkJUN/0oP90J4xfnFiQtd8LOcav9uhY38GBc4Q78quJBEKa2DDJGF5xUsyF24ku2FE/FGcYRG9rRg0WDG2Psp8HNFfv12K2JQessLObVUtE8ZPcM7V4KL7EJGSLApvT4M/MmjaRU9bvv58UdvlQDcwYu7FMZO0aG5NyUWxXdH5URgk5sYBbXoi4WPOvzQRbmCmqLA8GKZt1nUeBg0Q1i8vpk2hEH53qdTWExH/RtMs01JQ5jgbymrtBMHBOxmErvRs5ncvH0Ici+usJmqVd94W4Qfr44X5X9bo8CB4dPai9CA27blD3izFXQm4JQeSXyEuU6d3iglA+e2GpEhZEdo/UWN/KLTnzzq8Q5AZ524aNxp1ZRCZFX9fdsNlx2dCMh6NY7UvS+4P9AFnz7KmM8zL1cnSDx5BntHXqumlOsmqKJ7IcQ4kXCCejRZ7LC+CQYfEwWRZIrK0f9NW5KRkSn2YAqfH/HkDRMTP8OhQvH535FJNj5k8ivlGGUlSecO/oBrbEovPg+kLZv8+ioxQs2/8xLI8CH5XuKtjjzG0McEk5XVjKP/0/xId/VvjNwoEF7puYYu3f4lPgHC0pUY4UXjKbFe5v0WuBSdd5rzJ5m3DfnQ5UR5ayAWfD1XL2ouykBclHIc0WSJ+U1sxXAZqcqat6mtmQUbHneJASrytxDc8HF31TAX7ckK08M2AxZ7gv7VxQZM8XaHEqQRgkxb7XkSJXTIAQlACGB/Ffh8imJNuOEdbawXe5suU1hWE2Mt9qjWbKpo/cvjImf+q2pAXlHRvbfBEHSw2ZPjsKZzq6g8ZuymzGV83XavTREaVMM7dqp71zZJ2K6H+tMyHSavb2wFeL7K8bGdqfm989xu0Bk7aeGoa87h7qZLiuWjfXb8ha+FfaA+P3Sg1LAIF0NeWKncKhc2Dq+6vKBWjWQLHOvb3meS18/Tk2n1u3zWiJ8s3uMnZESH7FAwi0a6bPM0A6F0iNUAbsCFlMMtwey4Mdn3ANeuAEJ6Tprp7cUSpy/an/76kL3m4Fma7ps873FUjMDWl/D2kw+/iwoa8/mkmL3OUT5N//o4NFoCK6eNSqpp5twlHPymzV/E1EK+LLlIhhU+5iQX0rLhuGswAIcEu3X+2DQYV5b8nqkwfrrh2VwLq4SP6nSyhS2JmpQAA==",
} as const;
