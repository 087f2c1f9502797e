// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 8626,
  "positive": 3788,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 5919,
      "positive": 3177
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
    "seed": 1,
    "epochs": 20,
    "rate": 0.03,
    "decay": 0.02,
    "squaresStart": 1,
    "countMin": 1,
    "steps": 7
  },
  "authoredSha256": "2aaa2919e9dff7f0c7035ae3a98d5046d45bd4a9fb8d3af3fba58ffe8497f25b",
  "featuresSha256": "2f8ac99b5f52fc7aa9e47051c0d62a11bf941c04118ec4bf93ed8f13e88047e5",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "8136c2052baac4247784be96da0953f28eae6ee448cedf6650310a53674e72a2"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: -1,
  threshold: 7,
  scale: 0.117097,
  bits: 14,
  weights: "AJiJ1kyfaH4OxQ1v1Ie1bhXDP8rJO3SP+NF5kfur+wFUQMANSFzriAMqT6Qz48uN+s7zMy28vc63x55w5EPumH0gG6UO8ZTi9IsCtzK9RCTVSCgd76RltYeQ7M/ALnDTGtybtr07zLZwV8WBavyA5KpJ6+lINQyoDfR0wX7RvWi7iUk7797pDi2GEVdJFf0jZW6yRY2cKXzD+aAUjjbI94eFOjcyhfp9AodvZyC/Jy7iGrxISUE8BO7qW0s5NaCRjw8e6yJxuT4M+MDVeNjWP22P8ZmprKZWOk37LkK7VSZW9sq8OIlE2bZi1m48ltRj8rhyZ941eYmWA+J2Kf91v39LmgsTO0N894pcVYHkyNlo99WJaNgNOyEK1zsfvU0qRgqYjjuUc2eXUOWvxmLa0KieuOvMx7Ict/sGn02Y3uukc4m59DJyv9tG90nEsQ3JM+epwb5kDtjKON8hG16f8JVNYNGP+gdRbikXhukKJaH6zJp9lrl1EbCJeFk1Q8lhOUWnaVGdjVEd8zcICoKG0L0mhdEYPuPzo/HxA/Rra993KtjLNjGdF/XYzIumwwmZzU03+Hg0OlmzRPJpNH1uogMrz7GIxURyX6BxssJmKwPyfvKfovTQ0W7crA2KmPx1nidsKk/7hFyouOO3rpxOoGk8nrJNIXfe8f+pi8OwuSjoy0j8tDyGT8NEp7sruxKk3brOCJGd+0hPt2gvgVBFAlxsrfLyCCeNmnB43DRKKFyyPI/AKR4em58bV3NblG0FhUf+AsliDkZUdoKCMG9GRmMTjWS2+JHdf8uzb7CI7OSqQIGl11Lqx1t52lJPClkohI+frotb0feqx72xUy/oCGDEosRdzCF44z1LNcTQMNaBWbReOYFjcOXeaasSzvOuWznXB5w7iZZqwy++k54+8D5xrDWJT6+sjXcJMNkuaRwUvkRTECBnWYC16lKvYwA7LAVsAobIQoLrIgKiJO6K2wggJWLxiA6k/QRynC0pzr1qLC/8hQ0sdgBs3ETZYSgnS0XSoMdYrSJf3BeGePBdDdRn7YfCYgymm2L/5roDS3ay8wW8NF7FtA/qdhN+L750he5qgiKzi3FePWPte+y/YdYVwEvOVEqDsiM/Lyb59aqdMH66oPDi8Yew2zQrkfbXTYHgm+FdloJk8ddcPKQWJNKo5e8qgc1vmdr1P5ylOXejpvNkTsB7WFXfL3qO4iqKBnd37BVpQTJovEUA1vvVSCQ4Re9+kYv0RkCE8BO47W8xPetx9q8Z5qfhrb64YJxFyMQlPdQ+8e9elZtHlUd96wC7e0iPx4yJ21kHZgVCV+4uguLXxqXnWP81jq0I6M9SLlbbL38EgimDPAPrAw3AP35qGri4YUOynVr2rCmo9tIp5Yl077ZM/ptfFC/OjH923QZeDF3iX0eUI24HJgIK0hOogMciEa3nipdYcq7bWpdTa2yrNeUGhDb1jX3F2TfrqRe5yZD3UvobUBRatwYwPoL8tdycYi3FNNyzEcuXVEDx3hJTIwCVGyLJKBt42GTVLnmDku2lqobnmwS4k1pnR575gH3wzoIuUecuLzmpwNumUDOtb5SNq3epefnwANJwcVKB0uMi4TKXNYJ7usT1ch7pvA+UyjFiVlk54c9oARK6EY13ZVxFcps1/BbLBeqEd9upCvVHI7k7QnxA1UAlYwfa8TDAfhfxwxmfcLn6zlBimT7AlcyuBkQtvjMktaMPYkpzEUJsKJO83O76baAiueuC8JpCT4EqcFk3UWS1OOTY8z1Y/UdivMCd7i07PEyhEiED6PUl+dsBWpi+5GjpyCPeXoRiSnX8aRS5wd4Wb8p+lOT2AmYl+5Xzb1liLA0YN0KtiYIvFqHW/YiY7EF+aRnWKchNIAe5bnfeurE19BNN3CpI92TwcCcC+VR91BfOK1Do8Jq9H5Bk3Q57kk0i+7/XEyEfxV17vy665TVueazjWW5F7h+0ROyMIDQFIUgD+ppvmdiZQt6vr9FcaCbzU3NXvN4BE5x+n4BUBr8ptBDTY+1AlcT8VmFvP3dHBfrpfD25TqWzGQliHYhirH1gmoSNrI00P6tOxCIw54wxutACIK5QsTUb/m+cU6hbJLdSal1ZifOSf65frsATwMC3JuTcrYcrcwzbMapJ1jATFA5BdRP1D/JPI06gGdGHIe0l4jPSXV+WTD9FrktFEzArCe7xI3ZRgLaPsjncvwTf/9Ets/yMizZseSZZ+dmy2h4YZb9CRr3853nifk6gB/c22fpgJWiAAe36yWLUH9AVyTEp9UOd9ogC038ogP19AbJ/jBnjHdbZVMu9walDZGc6SiuPRTsaBcpnG0j18yAjEPFHfhx126xq3xRpwCYyLbFqPy1P++z9FIENKY4pdpSkxhTE4EUH1AydXEr6pGvwFyxcQ6sC+SvykaZNbx0fQ+ubdNrdm/jzfepAInWG9rYUbYIBrUTyWK4S8gznwBgPFy8kFkfORwBuaqwgzh2cH1TMoEVGpjMI99ESmnB6HZAPkT7Fizjc6nCr/wHV0zSorTCZaq9l0MVasrNdTCzox/ygkKWY4OGLM7LVlcrs7NGZoo58i1oOk7kbSc9dZo3zZQhlyyyh1lNtjosAzcLsHJGvJ0/0tJT3hXKAXWwgPXjDIcHpZPB/tkHFYpsD8I4OvNgMmZ3wv80y4TVlL2oWVGV2Qy9FqGQSCrp7/IHtq74SrofSil4NxsRJwHIk7CcYCi8JQIctWKrjMnKm32T2VNo3W+fEhrE3DT9OG8AZeB0XK12iZAkszt3JAQLN9GcEUzQ181Qw7iAeRj7siDfnbUGFO0b+4zf6hjNXfw+Xzz/hxg4YjI9ukyhwyBIoF4Wn3bglRKIPZJvpJUnSOKpH2Ek6qLQaWax3oET48U7IaMc4LVTk4zdfoymH4egbzjz7f+6ArrtVdzuHd7p08BTdyJWXjjnxrR6BZG9b1sF03PCtlXpvJ183U9D5LOo8gTUdZIcEG3FO9IHPnH1QLYdUiGmUknOuw4IqFuKWeIcp+cIBb8ogY3Eu+oxHbuM++kvKsS/vxS71CXMgZVDkwumAYyTYFn9GCQt6b+Nk/BMN+G0YtooN91CFJ5NXrRoq2KkLS6HmrWSUyysWWJ+oQqFaq8dYX4gSMBLpx6AElQ14fDRr4LyBJzQsJKv0d5pJWzGmNZeoDVXsTLPq9Ozw/Q+UynH7KgkSGDXK1HP/mOC70iU3fOpHzlJN/Gbcn3uX8cQXg9H3aFs+Bs1C1GqZgBCOpT6qXesccB7IbDwPFTZFQlTO4h7y3T7Ww0qRKBf8+B6SvK9CCGhZL6aXu1n9WlDUUdom9TNF7GoR/F5kI5eob+PptPgTRpxpkuR0aiImag7tpai/lvQIqPu9C8CJxrC5pK50tCwUhKGixH4zEbNWMsOYHucppBIyfF1FX4QmcBnBsaimtjmfVqGcbnjuCgFaFT0XuJFjTeihzet/KBHcnpuztSszYxmUo2ho5ZDDyH1P4qNYiaWZL3M4ABiwdWRelOCUnHR6gXWI3XZS11oi8RfdK59ljmSt2rktwepoMEk/3MWcCHEQYO9DIEUw//21bmMdhReLbM1QwOTJLB+vxWBcZp2esynV+Pz2OAJFVUtXD3IJFis3fD+aWnEuXx4vyGvypBBODcTDEZgS5trMNgOja+39ceVeAbzeXgPA1b1bwaHsmeRmpF9IgGCpTDMrs+h7chEKG6Xhq9qdAQqmbep3tW2gmLkOS9Xlyqtg9j68crIXqOk8cuJKLNsP5gLtTr2t1B37g6S9EKy0o6beZ9gmwFR2YkUDgzoAO25u1r6MVeQj4snARiVDa1p2YCzla7YAkxe3J2NSGgla6X5Y1vpWGXpwsdOh4huMcY3GJ/WN7wDmt/jFNu/zTYx9uDZKrrh2g1LLJrjGO84W2RRcIrfv22pAc0RXRUtaXE5eQncE2S+MKpRemWHia1Uz2PShYkypp2Sotm8rJAkP+G5J/BP1H8V7I86F6NJ5FlRITIFgeR3eMFyWFumT9F+gFOkJT5bLkbDFwwLGCTWtS8raufz3ueb4m2UKzwl6QrhIga6Wv9zJncBcIdhoTzF9Tj2YmOOO1DR2lPrAYqe3qan6nvMhEOx7OA5mu5FSVXiFm4fjuYLUpBUpvMbSmZfP5a/hIkKXcTfg3xtdt0dpkgUQKiF87fiEcNfOIzkP6ezoo4/rCPJzGfv+Ha8K0lQDEY8OP06FGqd2EdEAblg61v3N/LUoOpSP1CDLtfJL7TGngdflCckcnAvdktsHSq7by72PSMUAKb9Y8NYBCp6p/7rwuPGTYAxM7khuC2vYPdYzaRLDH8q0Z5murHn5rTX92OjaUXNu3hwxqp7Hgs5kF8RGvg1gN7O50OI74XhZ8MYkDr9M3WPuXYdlTuQFcskEPDD3YZCz1d3d18V5uamqpPk6Euwzki6vCwcl6rSFbAI8CM12uqOn8dNhv0fQADSSaJqnGSGHjTzcR8IsdY8OITsRtic01BMOlTdjwX/2uicqxHFSqSkzg7VQWW+KAYdVjCpXJki1mLcfFrMmSvnBrTh+TwuDPU+IOvEh8U+h59vfqrSRWOfp96AwgY5JWLg+Kqnnh9Qu/ZswkinoLDnd0gg8nm+BS8UMAhwMcBrWl2erGGRTl0IEIIqDoyKSZGiOGDStKN8L8kaGKE+HD93/HI2VS+amyOwix2eLqXD+Po82nMWEBWYJ9vFi5X+I3d3NT0h2tJYcXINc/trKFPV33n/KZeE8/ESzUpGmUF6OQJ8X3vnTUIfLsZp5QSaMZsQMmYiHiaNErdffrOUexUcRg8Um/bcDnKYQpgDKflNXQFavqhs71Ox7Kyx99tCD8/DnVWdUm0YKdcT+MS0jLhMiXWFgfPy9iZMTcdXfJvoFnxr4A3lWbJGfHhrMtzT6sXVCOib40ysRgeacWSoPchkFWfUKHyRJth8fX4ZhW/A0dbH3uz5EDoOvEKt8ssefdfOl4I83rFU9ktENr/W3t5PdIWPPD56MyARIlIr0IBRzvZizjnSxN3JCOnTUE+tkPmKaT/GMXo8rjNF1XEJbma45TAKfBgmqqlZyhMofuOrnFR6lRht52dFV2Rha8e173mo+iKDmALVCwYdDzfM+zG8eDpEUu+Hfb3nKd46GvysnXMcFdrVoYeVs0E2rW5o4EFE/wDV7oaHGxdIfC403GNJqi8Wd76uyAZE/kFCzH3blYzuUwtd4vQtlNehpOxQAzd9e6LaXyZyhFNE+qN9/xvo0H82C1CNxhp3mYr2Mo60klqH5g85Pm1ecoMnboBA3sl6P4IVo9kmmoCIUHaZJNA8GQkUxG/PKWSFcTAokrlJbCEL8Cy1H1G1MENDqdtgabCYYJCjlU59Hb9mChxYJfqcNGrozOpFfcHhpcscPoH+h5ZwCcSlU5+aGZ3pudXJ/G2ej/z0Ir253CIi7+yuFomg7XwVOnyXLUYP08GhUPWclI02CYqdF0cv1CMmuORW5/e0C8GHC7dqIzmXOr0Jswdsv5GRalfcRr/rBUgrnJGKpCWG8wmW9VvEvFcTCDMypsEUaI7UqUFk0P/Ma+HDN5vNoJIqMyQfso4v6FINkuhu33tVvRUXmFyxorlvgXoECknf94Jcbf5pyBzN38oGw55uS/9i2CmTQwWkdFHJ5d4XB9xD1TibXTKkm0rW5dTERLE5j3KW40p2uaHeSIaBtBPPVzwfGD42vILHAuSEqXVHQuRxIMcX+LNoaJHAmqOwridNLj0SIBQpFPwso9rXMUdz1g4CRjY4rNlmlEgAvESWp1KtUD9zGGNZBzNEDCCLesfsFoXCYgL6NHnHHk9/aUiq2cKEzDcwfYC0ZmLTnG6cwp2vkRAVDwia6isTmV3f+bMpBL90RqPeShTJh3sJjKb4hEOY6GbEO37VarZPFCR3vvWDaa0JvJ9Yuq4mRlT9q8rw8vV6zUz5BaS3crSYEV9Il/0mEQ7Aae7ZQW2IjLbgb9kewQWnL1PemQ49WXVx9WUd6Ku22OHD2g5XLr/LS1PW4HgBfw9Hqy9foQI4d6x9OJL6HGCoK4G5EGV8VLMN54p3LB7XJBAar4WMB685UMMhRdI1jsOdwbE6cZMz1gWV/zpSC8yLxtNPNdkQ99y6TB6Z1qwRl5AOr6Yt2Ob+T7z5XewYTQPkTEBzDmian7ZJM4uk2JDwMRH08C5KKtq2SnrRBeXsJLv/YZ6tIfoYeI8g5HkOWF+XbPkXB9CVZFtK+uAo9q0wNHmdr9HD8e9Ja97C2rc6WZ+k4CZqK0tqBgKMUQXw28t9fXk+tgsEPyZfXwPsK++fFxon+VGTpBQG5ck9RmqP5cS2dTWxqE3jBJcL5l6btWnhisRYANGPydYiZEzLpuES4E4iFVQWe2KItHSEvjnaxU9yvKIULAL9bgrW0aE0qF8RW6LF2Xr8lHzYet+92xrzlcLsspFRytnd2d7nXLjpjEn+nHjZ8/ouh5wOhofsbSEgltjWgDFZx1AaVzhSzKTxmNEy0SOi9G7gfNIKYUQipKTh51C15D6T7mpiA4cwA",
} as const;
