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
  "featuresSha256": "0e8545fb1a2febf6b0aaaf75fb029fb72c77a2acdcecda42dcb4174cf7c26ed5",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "7188398b45fb88bffc104e2942b921213ef9e66aa25ceb815a4d4a49f6d5fbcf"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 7,
  scale: 0.112205,
  bits: 14,
  weights: "ACc7pSxaxnZTS/Ww1TE+9X9AOtxMs8R6+uCP1k2LCCumlwjTeOwRX4gurWCafjdcx8Q53zKQ55E3hlnPBrtY+TcGs+ujHEXrJIrD2iU6N0GCMGGyevKBcrWdGxEC+ErOKlU1dRUQN6teAZT9aLms9jK4ULcvKsS8jjTvfsM9H4++Xdr6D24eYIkwhaeSBZyfy+iKOaqDCQ4axtxPaDo2M+e2jCZDIXQNdUtk/UVcOCDCLddTDZ1b3xPe8tU6EizRdBCvfiYE/WGIO12w3+qMlKGMADxRAjfeGaho/900bymVyGv/ZZet5A47o/IdLtRgIVyCvIVrk8dDm37Wn6Kh2s5lv4V39guVylKfITfZVpkY+qGHMX5YiidZ5Rslmp3ZhAeXa/nx/APjZW/kLzrgIR0TLq62U8kJoJPYtf2z2QCjruy3OREYyqGvk4p/4Bfr97WPb7uKc7fQc7qSvhiWNkRLQlSZs1v/0zzfj/hDubXAoTEjZz2D+aKJrSh0IlYeYRpX4v+xjvYqWbb7voIUbYr+jJ79zgP5y2C7ThW9S6GLzZvB7XHUPRfMI2xxuqN2nwHywlXGDGv/UJRaq13TQEO5AoLzzpefFIIy2BKcCqJ+dR9yx0RXKXOnS4nhe2FCdfKZ+7lpR5C9ZqNVv9yfORK9vBGRpDvRmaAOUVLEDuLhE8PeYaHPO+TPfiTKFMUcTl0NJJl2cDxmOi+ASmywcA7jJ1Xy7x3mro4QoGcxtxGVBC9zz9IzfPZPPGKjehtY9rys5La+a4xoCU2MnL+gJUlpqerwH4R6UkGnSaU8xMKbHYbwjrUtNlYU2I5zNuVmS4tX7SftNkiwmIO//aBO8ODI6+9rHIwvPyOmQ2hc1UQ2+DbnSF2UOzu0MZToLpP6DeKFUu421vIpLHTwYdwvzOjwRuXPf6GCPaytcbMJbwiPOnmfFY+3eMc8zQxeMiFkUYXRzKRmcOEj8zHlzRnZ2U12l9YImqGGraHja/RaH7ffg1f/tUEphgSpT0HCKlpjuI/3hCJGNGlX3Hmt2+P3eSJ7EQPC8bB6ygGGtDGjMLjAmufcDsRSb2/2Tt+mjIJz2t687Kjwe5Zfo+J3X9r/D+r7h/FDwI1iitUb3DQyIor1plL4EhZ97GMoNK/eqzKul/PXTfgXpD98ayFcsM7F4cE05dpCO3WBXN/j4cB8T1P9vpHL7QN0cIqVcyZRkRoLhiIsYnlmcECXLvGbcdGYoMaJO5cHpqoNoX+Vy4Jktd4vygfhwrBmkn/rdOOD1boD9/QTIozo1sSgehMicModJphRAQk6gUg6UK0Dfw0y/NhJxyp4I2qRjMG64yOEdaWBEQ/PAo0C+XuMzfcXwmIfana+G4MEXyo9ow+MAeSNhANEFTqppFn19uaRZSMBTXzyVdmdqEyjELrAliZ5QdmNBFUW6Fc1xqTckFAlfoaILNQh7N+OHwLqSJclddpJl6VQAyjxW3ng1JmEDFNhSLIcaUWS3d/GCgTyMrCtilv/ghUeCclqLoRJRWlHasIsY9xcKGjd6ca8W4DqYdT7avFIA7mTdZqe0Zfa3ttOw+qTPqpvzpzj2MSOOE+Q57GSiwrx+yojlq1tVlbPfkQHffa4PwOpFieUcNdjj6sUl4YBOFKoki3InHemlKgZiAzweJJ1FU1hworgBT2huWh1k6CzJbNaoqGRg3yvo4y7leLeqTMVur3r+A/FCzJJji36Zmcr65piXYX4JqgbjRsRdZOv/tttlXHpyH4lJrDMCaWjWsvKw8Fn1lrVXStp49f5zBHXe322pBE12u/XmzgfyjLyjO6GxSDHM9Gxf3pr7bxpxX6rZP5FLYrTDKVLtrfPNiAu3n1O1ZYxMBkf9ZtyRrXstMDLV6zRhFOYkn8VmEK798gsQzdcyb+WTz3mx+tuunmPQJSj1KpbmWS2AUQJFa2azDfekwAxJXmI9pPiUiX+y9erUWavCOkqqkB72aQ7sWsLgPehyU6kXWQ208ynqzbMDxgEJ2f6v14faKRGip7+ooW2p7kC9vr8T8rlEwtapMxj+x6gEbrXyx0MXFwU9dvDxPC/5zOb7MCoQrLum7n66zy74mnVfpxPvrY84cU/6oh6ZjSz4Nt+DI/m+S4WXaX1BB1sPpL0d1yasth3iO7YGDMnm+ui6/TjjEidyFKdB6OWOLEpznrcum1on+YwEGPV3+/2zm7aY1lAkEFEaNJand8D34ApsJ2i6u/WLB1ksVcwL5o/xWLPFw7G140ONeVpag3zgyChP/rXSB8PAu3vopmk+4lJ8fBZEbZQwraWDVcNzpWXRIG0+kuGevXVg+26HxILKdR3Ot0OF/wjWCTZcc5p+N1OA4UToTg9vtzW18o9OekNbiKLDE8BYtcbHwygrDzIs18FiIW//PgEZKf3RouVIfQm1jm2KW+o15zt7CsAx5t+IOH5xVpDSTtJW6xF1KZ0h2bdRgB6/Jwe3IJgyAxRSzeOFurHI5H8YD0o4dsV+ZrC0aWrExWo3ZqNYtqB4innfKj+BiqAG2Q9gPoU5Kk7gvePt5JRJOs/sBBSlia5zMhdqdLvnLwUQzUjzIGUXa4BlVqqJf2hSuZDVabTFWUekT8NiyfOdqBDz97ZfLyL//uRSxnqYsywpcKFadFrizlPQ1MaW7tlBevsB79qptODJBzj/uLXLMX3XZmJV7Eobd0zcktKvN/wPeIlQNNnjG+wN95/j2+Xoo3Q+iFmS6s3P+NZ8yyk/9at1yrOyglGuxeJ3zatMg2jai1CFYNug4+fNiTsWKpag+9leXedJPZV9ZG7GLUT3tRXva7rdRnf05z+Uly11jj0xlphb38pbuwSdO/PL1m2YSEgtJ7/wFtT4GWAhbIO9Lip8V/EKSTHP6pMDiBgUaZ9bH8LH6mxCIp5UqgvL4wfOg/ygU3A3uRn7o9O2beUs3QelEM5LUt/VWvx4M2TuUjk4LnzW4Odk8t2ywImrAIhzQo4ZjRpwiKdkg5RWR5pQq6Tcgwf4SMRs34Ic7Sm+I+AoDOIE+lLymkCrwry5ZTvgWfsD4igjmx1TtIsi1FrVgYU/wjkAo/e/i4joJxYLvKLmhg8YMJbva/QvjX5YD1c3Y6jILdlQ4tKMTBw2hsdDuQ3we0c6oTEL5KkcCRkajqPB/TN4RLz3rb8K+9lXwM+YOKtcrXGHLpKMgzMS8+cSYAkHhDY1zXF+/tcvJMgkLCXkHo0JF7Rz9m2W7DUud+kXZNvqxHdBJFnDScVhaTpdXH/pHD0k10PqEoF+EXEShP0cu3KnOZZ3tPOafzLDmiaD3iRlRQgNIUij1FE6f0NVuhy40aiiXa5xeFvQKW88r66aCg2a5ZOuC6AJXt9XIP+s6vCT/dEMk6Fu0uwvv41eGvl5iqQkrbs5EJnz+7RmVEOYISJnwWDfNXdJI7ZOSRcnMq8Q7iP4P+K7VLGkyLi+xyGK8HazbCzy1a/fUWo+lcJSdgCbRjzy2q7ZITr7Oq3ew/tx8TxCq9G4QSRlslzU7/K9q/2AJtEpJdYmh6KkBeVZsB2R6GFlxKG5vxc7vZKrkm5zsI0sGEWMzograW1k/TlxlkYy+DhCxQLzUHGqmoUj5mQ+U3tVXB6IicYOiOu87mYISIFxiMzIHm/4cfJHLKSUt217DXW5SljPKW3nJ+Ob8c44yLDnREmyZ5ZIVYssNfFhBqXJxIGapDxkUv7CRrIjNcdgwkxfoGxX2T0zmQP4jN5IKKN1H6zQLy54zWg20g6wCiG6v3zpO2yAW0sUyuKurZ5QehExuMl1lLhToccnsNiOFV/0asqpaMXNz2pTvL+ZarHjb1aqaSQZAwer6/7IBqVea2exf3vyCJvNMlhAOai+5wvpunLl7D06hMEjrgTEc3LGGtZYNnqmuRA3PJJ+dLmilHaKi6Q3TAam784Rel4LvBsZJG6yftN5+13YrIThz2uxhomaif0GZM/yYgm80y9893jUFA53I56S3EWZF4afdllqEvelv+jrQiKWAzzYDreAvEz7EclitDzFDz1+nCmAA==",
} as const;
