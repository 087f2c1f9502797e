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
    "steps": 4
  },
  "authoredSha256": "98b5473b7570c6ec5c16eda7deb2caec05089dd87da9b557f1afc6c4c966ee7d",
  "featuresSha256": "a40538b828b9d6fec2ee8c6acdd579b57a4038c2faea7310d014b057b2fd82af",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "8ad05a6bd0bbae0220f1ace0d5d8672406ebf6a4864a2ce5b9600e6dc8f6ed44"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 5,
  scale: 0.16739,
  bits: 14,
  weights: "AAACHT/IRisyFvFI1CEywNMoX8lrGiDL9kNcsmlvkMP0aNQBREqmjLYW3wmiADgtXNo4uRJDUyLw0qUYxav+DrO8vkRcAmhKfWK8igjOctd6xzwqHnTSjujy+6TC8i58rAPuRY8T8R5iB1HubSmIlk14JqkOLGaUFex+YaJJ7/IeduE2MDA0eZlvkJHKSXNMBrm++8J3sqRnbWEJtpDj7OGatmaTD8qfrZKOsfNq75a18pjeI58C9ZdFqVfAPfUe3EAADOqpKLYb4FKdMk19ZFSsvt23cP7oJhcWiK2ESkdYb4jVL/D+7XOO3u76QQ0Oek19FDpcAl7QnJYfny8tLMo3UFS5f0zRys+cf6BsZyFKvhCjFaUjR3v7bh7JMIzA6+R8f0Y+ab14WU2MtyDmEVUs3TuOcvbKie08ydFAImEciHz3tShvtm4JqUF+mPcc8US3BZZwQVUKhFDQmq3lkNBezNECmP2KM+kf8njxzF2Lwpu7T/sOElvaQI0GK7ZzIzMjkdMHMHdxb9D0lYEfxS/JK+I7fyk+7hQ/kDHbYOI6EtAMYi/xI4BE6NL2tKhq5FH0IIqbtaGZ1gv+wO221Z8N9fqFHF9BDWAyUNPpWzBac6mARD6EX+gb1PXIjm/aw2tQ3IbkoE2rWk9TMfNmeJH7DNNmwr8Z00nGq1vTa4nh+/jD7nZK9wnXVWsvx4drYFOvHvBNagPUqYbUgFQd3phsAtLgsL7SGAHA0mFezIfVFLs+ZhczPNmpxYND13VJaC7sCfCbRDBfpwKt6tu8ianJJxg9We+vMFcR7lwqkQKckYdhxxWiudWECRI+PGMI01113ivOYxmUXA0IZHgN5naadlGa/VvHT4OyeCQKXIBJWxWtyiuFOOhhCIruA0ADxrwuPYf34r+9VKDxjRiWvIRnBtBla2u6rFAW0llbLMOk0XawZT/uG1ZB/y17ZzJxunTopCda0ufONgkWXkbwVsvLguB2fC3NHxvMXIkfPCdpjf+3ZoA7JTJETbSENUHztmqFFH1LRVrxLxPMcwvsEVGXBhQ36SgVkd1UfFFKdVaTpnVy17eToHsC6X2p5ExoLkXH2TGjimE+a84WTFnGGrcHYRs9sNTFaaUmYRFQvGVn5jIUSCmZUwnLiMuMd4ssvqLBHRn2ocWYDOUN8/Lp2JjPzQRd5bAHR4kUSAiVgrlU9dvlyiNfvafq7XINThyfCrFeUhkPC/+0A7aNZZTQFVCNY4r0umhuo3gijnY+xi3OD0khQkKZSDwdlQ7AytaPKXUvrrwgJPtl2LosdkO28qputKuSpj10PWcaD6FNaZifzT3moHqvJn63bQY8gr4TwQKmNcPU5M8M9wCNheGNCTj9yu3G3e7kmbf5rtWNTR2n0tUczLkkPRg1eawJQ2t7U1J273lz9HABb2zaCuG7tu/tWymBlA9vkithWgROsSDxMPSerfId+eYMujMkJSzbEeot416bdDaWxqwHrHUOZJpsnpjIEHf0xyJzogjvJBmabSGe51Hev/7t5ThMcPcIZ2+zyfySj4iqFhxYfuPbyMkO8fZJrcFCf2Dd16ie1vxGobxF2ZdJd5wfVGsy/Jv+bLdKupTofGwPiZprRjvYQuvoDDZMO4ftXbUuSlQ71xZC9AEf9j6hY6fXyV6dOkAy022vq1p8pMIA/ruQ2uZBFDXCL3fNmX2bqWhGw4hyDaeBUcdWMokEfCYXYrTaVW5/XtNTMuCdMykRg1O2+dj5MZplEtvMR9BS5Asgi7YrhmActiFc+yNaGLCeFaw3nWXXRJwjJL8MjOPsT9/jnwGwuvrqBQkcg8ITjGzvH4VwurvJXg3TWtIJDKYB0H6kKEMB+//F2sLVppjk2h2cgBO/6+aRW6uY7Ach0Xw9Ba/qj1sSpv3bYCYNAL5tsHj4m0Y2SUkqpPUGrhUUHWuv8FUNSHHs1YtoPq00j6DdjKq6SufmoVm635iNgxK7RgzMcFU3pWWflxDfFzTRlsxFQOVH0jRFP6pnvxfjFYSsXWdG1zU51Npn2qECkPALDvnIvanzH77aFAR1WFn9zIUTV4jAyG3OWocCoNYC5mCcFRXVikTSRC41a0kg4StoxGHPjTGKvO2qmel9Ym3iG4UqhthBs/RotTIY2Gpbb+wacRKxwpoZY8vBgT9Gjr/sY+VUsh/c/h7GsXrKyGZuHzlTjCInBMf7FfuGQOIj4HkqU7OCBc7/2B7UDwW120dkDaw6MwEzE0bEwZ08IZ4WfXXCpDclvPJaFVTjJPJ/9vgyMxxKrVA8AUWWyDudUrwpCtK3Oms9N/0ZI3O+SALuax5oxTt/Cppm/rL+f8p1xls6SzWKQwpQ5ABp6vs5MZaL+Z/bLaKCO29HJjeNIm1KeMLyNbONsyu1z5i9DjkPRdljTl+jFTMQMi+JJ4F6L7IFeQb7/1C9B9QDCXqbxlAaXAN6yGIqxB2/MF6rwItl4n6PrQrcQYoztTfdSGnHrP0x+Gb/UeXejVCVNBaFx/zFeVfeuwDYdI7lNycoK4tkuZHwwfCmUBsUcx7IyghXENnVP6bWZW0ST6yiZXIsgYXJAAQxPDnIRkST7sU8SHQ6+1X8tJq0ERmZe+MCCAjKg+2/7nn1rZeGBw4ONjymaeaSD4Nvr5pPumklC7DSEFGc5b1i/MhMYJJZiPa+p+v7MjvsKHT7z6Kzrh9LJ5Yw3ygHDrGQW35OMHT4OXVZ08M2Y2D5zCGZ/t3Bt97NNBH3dL0j8vGGlZ0ho3Vw6Wlaae2NHsd9PV/M8B2K3ZM7XjgPggUjwqtMbmNfa5cJSF9mS9MV+NrhOJyQOhjenhcRYhfPF5khrr8+m5ajVaaKoe3PBpLqRF8+kK9PNsb/MaEJyGTCdyv6P9OGAPcea0ksy85wT3s7ZlICE0IOTM7SyvnbGHqHglQuS81xgt/cmZ5QFt6RCoV8+FkIYZI0BTSNPXXTdkwPfU2wgg1SHUmIVqrpSZnvhRSphYF1dAT4p495OPWIYN/H0HJFEVzV7dyi0kMd8Is/+auMefAhBN4255BmqSugVAMJha8Ms0nKrTeJJR4yOSHFPmR7h31C04/knLnArzJb3k2zJGKLYL26AQgO2TNGX8JDZZkyqnvNoC3HLCRVJB58LyU3AHa/6zWieUEXjKXL7Y5UwI6Z/pji/xhkJpYUnPYvOqLw3bfjlRM7tCrfNXD3ml2Hk21EIvjCoSTJdxbiGASJuNNxM1ZcRlIDW13HgV0Zn7O1FifhJ9yQ/rX3d5ZnQJok0vRoc2z+6p/Ygc9bcerMRlV4yIIFpwC6bwXVrosEIw1jymyxVYAd0rd4Nnw8hiDGgFYzZ3AZPGDa7WsJ6EqwMGCVdCZZoxwEUEBIUo5K8SYwg73IqHzUBeidkNVeC3gEVdB6ud6i8R393fOtynLT93GTxgAoRH7PrjOgQqjSt8EtuEek+l2WNlKN8K5jHfgsBdBwnVC9Mzi8aiXj3iF99X/gTBg1V177/Jc3gUTWIqQNF2AWFnb/xqTML1i27eEf368hltK/k83H2CX5X76rbVNEgCRnjTI6XDysGFfsccvm6hLjN/Y9N4KvYlPWWqgox7Vm4hQ6KK5CY7X0nKMpGp3zA+p1DZ5PSzEU+8CPE94Yu/vS4DyqPnWHLN3u7dMN//YVsZpzZGkOgvA=",
} as const;
