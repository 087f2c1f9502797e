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
  "authoredSha256": "2f680722d8eede0e3db3a86acd81fee95ce8ac980139aa93c8ea068c0b73ea7a",
  "featuresSha256": "a40538b828b9d6fec2ee8c6acdd579b57a4038c2faea7310d014b057b2fd82af",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "430774e85ef696ba5415bd966320a119a8da1567395c26ba47afa99ce7d9b2b0"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 5,
  scale: 0.16739,
  bits: 14,
  weights: "AAytfah4fmKfeg283V1lMQVsfx9JF5WxNYb/XdcfCdcg4aHmoToXzwgE7LRcAXZW6Gl6Mm+9yrS2HIhQ+Q8PATrf0fLUWPfqR//3FV3tZssjRrPpruwvCq0ZNGVfloRN7uUtGnaXHaLGMbHilMtZjv/wJ65z+SHdfSkfya0G91x60VOoak3V/N0Wc/FKwPidCiJXM7TA0F5y8dL/Rg5v9jG5wOv/Yfuw4LMqKH2EXDRr+MQb5LoFhs0ojdno1I1Ok9KCqe5LSk83X6DX1FCzTOqDzxDB1AUa5T9zv5b9zK8U79Nu+4WZS4mkhbzfi5IJ1Wb7tHuphikREmA6+nA/Sl5oeQfDgo+eNjFJl4gVwSjlb7sdKPWDlQKTmcKDwuTFtnCMVlZS+sf0yXigstKQsRChlh5vALUQHqg0L1BZsvzfzz6bBwh1UmFfeDvScOejhuiF3kYO7hE2MkyCBHbcLI/9cn3l9lajTAh3yv/z5weXNp6m+wQPaRe1PX5oCm+B9QFdcJsHm24f5w96KbnhqgwkATQFxvGP/RoZONnzbf/IUMrrdQ2/+LzDp49BJPhJdBQaXKwGN0hbnmspNQ1CZbVCj1QQVRtI99KMvmWozYeR6afYDyrqsY87xYJOs5e/I0geMI3KxSrWSLcMGyfR5mye22h78XbfxLrvEDDa9apOZz3e0+q2O6/FulFeAENOD8cfb/zOnBwCjSpp2d+ufwlX+pjXp6hmHtwOK87ghl1zxS6HMqWj8lZoA/t5u/5Q5by/e4wdGg4vE1RBH6WgE1IGxX9cLRod6QRI7I+U2TQknWXH2zFIHnA176tlPFMR5Rsvq/1H9c0SoNLLm6xzmAPIAnp1/TcVTxQuPT84tDxBa9/kWrD8/qTgmEnHY8Uof8HtoBSu1elhswRmJx+vJ+tVeSZaDdmbjp+SgKy8lyCuiO8Q7tqgrP3URdtXK+LLuEAWkEGQwt/e9EOxEhji0UqNGML9kN7X+uuO3ZGeH/glJaJ31qz9ZeZft2fUeLNfHFU4GI9PPJPKLn27eTJakhYWUc/0fF/0/7xe4Ai2zwpsrYiPKDzSV4hQUQUYPiiOOZJ1XF5bCqLImylG09LJVRXFmD6sRQvCrqt74aXuoF2NEYgGA89MrKsb1XN7hlO3Jtd6SzW8ZKKofVh6bkDwcAaveDxz5sLQF+Vn0wjimw9Yp2JKEiKgj1+yJUpfucprBaGCCoyZ/86QQsO6sex1qq2N8JK3v1JW4bmIeTi0Bv+6zzQvlRDW4Dau5F4d0JigB84SXDc6zVxDTFkWqk6ZXm3yq8KJdmr29F6qv6epjvBQEQ6YumicvZRs5s5/qQl29sZSR+YOW9paGiw/zyFq/Ng9ZmfNyBbbutiXvgsfzhAvV506RBNE6ZKhbg4w0Lg8J9tiOa8PDgA6k5z0djZxXIP2PtlyF7Izhtoeb3lLyYU3C5zq8t0liuy6sxwCGMBVR60HDVU+BDhO1+L2xj38xDnVwPf2LtJoxbnhWbtxTLW3rjUsebFuE/nh3CdldciCBO9v4VCgDodlR5u3UEF+ZY06w9m/GzbD5HVy66mBAIxK7gzGNmh6Sfz829/yhvtBXE4mmH4qDIWLd/a1jitmh9potQNEFo6hzBESqTsXnajbnEK0/WthNq1scONxiZBJhqzOkPkGixVU3pD8cfQHe1T9jDzL76pap3wu4UAWzSFvfimsH42UAsCTMGUaUJUeNwJBJinwyY8RJc79cisO96/ZLYj68JQ3vr8Amw/W/S/5oZ3DBXeqHgAz3rCgsJvkLkXB/our0QPME5h+CLDfa7AL3heemCsKRQD1ZOjbZDvvSAZ6doJQbg6XlJB2RgU1sqqBfsHauGgfbW0z7xsrE3rE4ck7ZOwSeuTPNAdpwMmYcG2TCq2ttvXX8FkiCjN2fUKnTqlovkgJRO6KznzutKKCZ9bhBEUlR/jSoh3V6cBA/lkLPuTAhmO68XGu0+LrwT3R8RffWsrgSqrnfAgHTsJFkuwSX3a3nJRNNpshK6SBI7wGQo+ZPChe91SjoqWKjNKeBlkDuhHcKWfxT1aF5EFqnhNfDOHQxPUJ7O6i63PeQ01lKwh83pB0cgbpmZmuIcEwXBRcF21nAMVjL2yH4hZynIcyuYbrMmsEsbs9XhoaKCh4coTdGbrmS6pdW0Ksz6A92h6U7hCgLs8wRWVwD9KUf0g3hsw63OpJYCtmtdEkz9ljfzWqQ4b4LGQlo2B6EY4Pt4BBgwu4kqkzP8L8Oeh1T4+oFbf50UT2PmChLC0WS3VvF9sqoSOhTTqv4Yd+prDfflW4CVOLB7Yg3l8C5Eyqv0u4qmatgVml5WrO8vCGMoGx/D2l5X1QUB+omDsgwfFAlpAWyA0oUjdrbQg/8K9TX5n17Y/tNzfnP8+P+oRzHOlxG1Yb+jdmRMZN/EdtQJg7HEQSa2LxaO0Ln/iIFbWfx/v1LiXVj2ky1AYT2kCpfn3eVKMbPVAvKWIzI+THpyyOu+NgjjOhf7UXOi8FpNG7hzEPuqW7/xno+024m/h127YzZP11mKaJmV+TlZ15do05abDVYnJSPE6IYyMF+h6xc6i/pDAVQIr4MFNe5j99f4nF6HtsBVlhha+C+08pcUDI2b/Bha21SxscXKe5Exdq0AApwK75/REAmZAxMAgcM1WQTVtYnaH9GiwBw+db2JNJYYHUpNg467dw2QAnJeN474Gb+WJGkp9QtyfihXF70dBs6fIeKJFF2nQyoXlMSphi3Nn4pnMEM2rT1Sl79BaJYaKOMfHvoWwZfQHJn91MDjdsPzRUNacCdXOs97Hv6SclkesKLcItPWJDXrh6mVtRJQaUO/2OVPwANaVMXNUjX+EhNue0w4Q+fxaYHjgYD/ikQJ4WfQenNsoLIedAzp17bPYet1hPLmb9huS5ImojfzWu0LzLufIBA6CkDpxmohP3O+HsIvkaerfYDVCanVtF9rCesqUSwEajW+Irk8mPkesFA9C0V+8i3st16ytY9C2wYNjpVzd2QNmt/OzAy6zVEUKWs3eP5xID20ULLtmITcN2fIAp9bZIx9fsFzOpGzCaOBKsK0BTFML8F23+G+CC6cFdsFWD5OOmzS4fGen09Bv2xb/GjJbZznfJwXa3E/6j7t45QSObecdsfmFOUh2N4WEg1LZYwN1urjCbUKEMOInPkQUp+5BKiPcK7NAxjoBJNZAa3RdnctCXMf/qKTEwJuoL7DQ7NozxCUsohnr77V5drXe59rrK4GgnPaB01EJZStMtElyW+3x7sAeKngJK348AhOIUBKRaz7Vk1pbG3hAib1Ydd5W0ZcQdAQzGXBhKLehoSlT2s0jXPX9pEhf1gEd7vHc1O9n+WZMuExH9UsInmBuvXAW3Ji1/pNftwLGQ8TyuXh8AJ/zmuBbrk1NQ8zkebC/r4D9KiZKo5YuHSTAgfKOpKueJTfooEBkIuRQY2x9YNUt+ans9VG0/jeyC9kDzexmyYeFCqfpdAAhBztn2aKvZZ6kMVDMNavhOGlSdKDYrINud36mK2bYcIOnJ3hNLMnJjpbUI9JHxHJJwvaloRTsORQWsPF4HrmeTMjQPb8rX6252DLCJcGqh/aZSUXKN2W4C3+d3ztAfoKet1HqRLMd/q5XtmId2rvbYg4nQLHWIIzpFGwZ6EHpe1yAtuDwlUQ6kitjefBFFK6Zk3Vs=",
} as const;
