// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 9533,
  "positive": 4406,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6826,
      "positive": 3795
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
  "authoredSha256": "7d8c3c69d2e1e7c8a42cc806f0e2e6d8c0867f8ae74b42aa45a110a676c24c00",
  "featuresSha256": "34087d02407adbe8b8dcd0cd3f20186d5852904e55e993cfabf49e29e8e97347",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "5f065947d5329eccdda8474e8d9ff7d7cf8eb30715d5b99b6b96446614a0a144"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: -1,
  threshold: 7,
  scale: 0.122063,
  bits: 14,
  weights: "AAybcrQWXEIGeE0HIixZm9DbvGpF/3ktdr0Jougasrr/7/EsGKMbJ4QaunjThG85pMJS3wdMkrVN1eKMMSneV/cyF0b6QYjjYsVD5sRpHl+OaA2GcVh2pdpMLhJ4s44IMX5oeJmGnewJ9QSf70769lIVXW75zZtgBFugKsxs5NwHAVig+ZSzqWexrrj3esFmqbXJbkaFpW9I9bnb+zuTfgz8Hmc6ytlA4OlrkEwUG3W5ZJI1P1lCrrBnp93CTx6wy/PijG6mHBeTjt9nlPo7EbDCRJQ2mAYMouKzuA6FL5Rd8Q9cVPB4aZWVwb64GhLFHHSM64hxM5LRDgDkLvautf5AXcHbEJD1oGq4LR91NLX4+OPZ55sKclz4WfCis0yYfV3xZSBaethSOoCNO5401pXo0HgCK9SWIPjUelXxOkh87vSVkJLet5lMk5bPAIgpDneHXnt/ZgSvswhcfCtMvqpmeashQaafc8ICOUN2sKKbZ1NHbroE2/Ce/wR53EaxAQlzO4LfqFk4FUVAe+WHbL7j00DEWul421J9r670d1CWcR9LF9bylp/AIaEJW1PILsahudY3I5PMqsqj02NqeoYGTWgCU2Pm2wQH+rgdyr1EjNwtTVzJbFFPVXMLWr7/SAw5XMV3pHCJAed8w+0VpKwdRkOdsNPBfval0cx1Arq6m6dxHYW4VpNM5oFoYbDFjnWNxZmtvKjozwcotijkUNb72gzQbP/27jTN+JROkATHYlNLTxZkxkJGNlSaEETjKt68IZ6La5jKGTZC4X4pOiXQyBi6+aFfc4LrJJOXOh79CvuWfP9UNL2tzsyPKs0DfLogC5ve0mD8kS5klITDplXD1SenKnekCZd0XyuiLj16ji2DGXHSbdfeNevvN62r+MWIHww09+VJsmmEwvHhwnciKYA/65/N21V+Qq5E+kSGTYExBatFt2TKCx0zeGpyaai+Ek62HLvRcIocMA4JWZmNJKf5zmp5qd1rBlxzDa0SnbP8/hx+MB7QFpZSKEGcNJJ0dxdE/7Dqh4+andcEgqKSQ43B+id2hc9tXnjtHYQFpPI6ioJ9x+4wabJPssz+IP79bGioEiZF6qhO/lBrKjklFjXn36biclT3BCFYJ770yp05NbHKGk/U74c6W2MXZjh60eCZqfpWxMl7cup2v8iGlVbMNp6VujZrEQ8cgRuKIXY/5AIfbPYdz1J9CB6xSDxpwU4HyfiNNG4bTI/cohrFPxQia7Z0qOZPHDtWhRajMkK0F7qeWMHxEsrptQkmZl/L8zc5hteWlMzgBQhyAn3UHNMa/T3YAmCo1hSv7IwUcuDN5vZ/zY5y6gA8EoPzO3vkj9bJWJ8W/7rKhfKlgJGSURilCQeQR4NhNZx6Ueec7XZT6ok3JQwDPHurgeOQgJQ7xSH5QBKhGaH927tkIm4ilVgsno8eRjpZGjy3X6qyhhui104V3GWHVyzu3n71OB2+CUPmoX6Q2hxFsHqkD516nH/reAHzdc4UKOHU80EQAYFPhmNF/fQkCGv8HY+AB8nwaBNsNixRxg6myzblkKmqtMM6L41I4e4c4yFJas6Bs9dEOmorj6oxh82O3CM2zstAy4h6fdY7WVOKkGffC2itYdW6O/w7+dP/lSO5zNJrnhWDLzlWNy9NaraJ67Ttx2+eqzvYzUoRRXS+cKroZuymz5Fu1GMdbxTrB7S9xv5K6/oC4DaLazqPkOhDDzaxqagTU37OIKLqjBj+uzMFw+v+um2VNVFAKORK8AvzJeDH99wW7iaGa4tu5JqaVClLOM5VMJeeGZixhJiAsjBf6HXwVizN/SXUIXIZprDcdSBWL1myhD2wLo5WErQbJzkEtf3IYNy1yp2QJ2B3B6eg9z1t4iYPJ1vQFnDvYRNWK6y5iZwPXb9mqu7U4X2qkGRz/TgGeEXBjRuhVyA0ztSP7JDxbZTOciKF5w2Iqek/twcmTZob+YR2iW+mrl+5VNQSOQp3DzSrUTN6ru625PcgW6InjcOAroN8TIKBVrxBFZrdB+pmw7vZuzJgAgL0SgJMT9FF1gj8rzGikhZJHHWNAtvQ6zQyoXa1w+PtY64g+imxdH1CAcObaktBaqphePmZ4DSrs0dLmPd3OMhRj+QLSgbR0gJVSy28q8LV5B6uPgUmH/jaJVymGtS/OeH8ZnRQ1RUvdTJ3kbfXG510NhZMByNHQ0X3x0SrGrYwDDk8QOqwBDeWG74d+wePaFb4bh9O4hXmI2wIVGqcRzFV3g33RPXe6+pNS4Ui7agiVVsopVf/lJ/lxhC+lMvyhPGUHcMKLERN7TA3JXom62iBgMlvsoZwWiYLkDARft9ARuR9sLuzRBJO/8iJPxZFGQys3XS1LiufmoSQVD/ndbDZqd9L2Uv+fWRv35UDf+pkvEL2kSWlb1XPK0z5R3Utaedbdj0oHvSyJfG2FIaoKW5NKVatRUMryMcL7ZRZDzoCbFBv5YKj8g0fgi36NUltn3PcdFe0s2zXYDqqV0sEZlR73yR/FJJpUlCDJT4Uv1Yf6Hr/eN/W7YKxY0ItA9v0DzDOKqzeb3X6ix5vJFNUQda8i8JaSCZXjy3B4c+5oaTEh/pC7jQteuf92u+OP+xFJDjAVg2hEGqaO5F1yOOwCEQ2zutal2vkEl/tqs4l1rlbOamyRgKw5+ubwmyzb3k4sdrIg77iLpA8UDSga9V1ux8BpUSPFukoEfvEXgQ9amirVvo65OVKHLgw85et2ldFzuTIFU3i80aXrhcPZdx/gNu/9o2IR9sgVFhdp5toJbCDYVSVJmi/o+DyYZZFpNEqAEtkMcg2Fl4MYXS/D6KIsp2Yk9YhceWuJDeG+B2EQjEpdX3KbuSEQSnhjIwZ59fbhEdkm1cOYAvMmHi6MMlmyCoNEOvQW7RAqJIjXPmvIb7EQ9AQVN1XZ+PBkdkuu3RvofX26fdzI9Kz+RSQKV/KZAreuLwUm2m0mu18LdkYexBCK7Vt1Uz6XjunKEfH0wgZJMWsYg9myaZRgBJpaVpiKT7iepyaIZkoR8a3ccbSyOIloZHoVsx4fpggTubjDFPaGIJYlHaFGqaX/Xt3CxUosDmLYk1BVbyxd/Hp7fWoZgg5EPfCvw3slk8xYWMbvox5Z5CtxVe6mLLVQT2+zMjofuqYjHbksEvRIIGECW3UOYt/Xv4Erf2UWVPTGPHe17pQ8S67ufH6dd85OKf2xPUHgQCBaD8jUt3OIwKQ8LjCAH247WsaaYUETXoDUswpk8bQdzRTI78u8uzH0hNYd/0NxGltT5bpxDN3/cAqlI9XHSjx01ECvpKfHmiY1n5IP3mngMPGY4Z22VXE2OMNQUyYm+yRSge5CLOLYw4KO5lZW+Kv9zxyoPbbSkaJ8aigd0jRqcPWjJ6CN5rE4yUv3LxdGSaNPLpBod3dvO0EOENFyOKDXenB+14p4ajUANvwH036g5kjT9GNnhnCsnnRk3l+HOl38WPLY3wiXBgJH+bS4CqQtevY598vqSUdIk0lw0vfP4SBniSxG0RExXWpv2fRA+gHy2DnnmNyTsH2iDJkPP+sHnBdZjlNRKhaNvlF/HiI0jDZh/qkL9XZjxW17YjPQtuc5AtYthfpin3X1UEqcfo535BjjCDq3EQdXlCX9KPJPMKUrhs3xVvalL0yPzQUs8VklSjioojsHO23bcD2QaY1VLs2GxV5WR8ICrB0cI25q6ZLWJyMKK2k+G2C99POm6mPRSPns5hT1obyDfghs5L7nCBARy/QOLDRekynTvbImOKTTq9Jrsi3oPstkOdNGvGnk18q9DMym4NB5jOsnn0eafYmLfahyYoSnc7hLnPOLkmW75nypoeAas+QXWqfXEQu2XrqsPjL6UrQnSSno3dB1FtT6WfCmE7zIwRhV4Xadzgh2Jr4eJkuOtrMZTL/O9a3WzlnoNy9A/cHunPxYn3hxTIWfmGGSH6Cc606U465vBFogXavFb4A9CFP5IB+mvD9HCQQCibfTeSCaRgwKm3nwY3UNheykQXSBE/BVUMr4nicS1JaEFk/YbeEM1fcueaFPx4OyPNHpKXWH1Wq0heT9MM2BV7txMIG50XsClVaExgcl7834Nq3/++FdjyoV1wvW9QcMnUmqF6dzm0FB9EPW1KvUvmS25o27fdmO0MJSjxivRk2tFOfYiPqpPRb00DY8YuCSlp3A91FP7ml5b+ZQwPYKdEZj5V6FgCT2yDjIqkZQhV+/nqusK0aaW7MYaNFUza9mXV0eiHquYhC6W7mCeZRzdDVYajX9mmG4GSrynmlMhSEZ+oCwjtw4qUzREFxec91ihvx6OBeFFyPKergKJ9f/YWytLqTtLNWpmnSYnZ0ekbt1502VfgsPNqXCeKV0NgDbj+j57jknwGNVBfB7aA/rMenrG5buJPNZ8kLyCwV10rzAHClxszrqFnSb93CxAUAd00yKsKq3Rft55CKShyT/B4YlLJk0C3pmEreL3Oicp3gv4IcvZY6KAYH/bnYtAzaMAIJIseEvvJszN759uN6zHVMkcAJfe+shpnwlYy6PLIVAz4+XgH5H+oB7s4WRugrJMmOcuWbjf75Og1gQq84mVpoQDA+iRh0lbIo/MSSyxSxTohc9beU1mzU+lXp4oizE7L/3ovRiFh1zsUflf3QIOjcmwTHZClzUJmbD+LRvUq43rtRGQLK2QFctIjqklLQ+5FNRHmdEXg0BusSISkq5o5Iipkjs+FlKdzUxD3qgMZQnjM7Xj8vOecNqI13a8qNvg+eY4JanOPKj7jQYCWwVK2wL+tO9gjCNTin4W4TANb/CwJSY1a5oD+CSQDd8n4UrnCEuvVYPRLuifOagmLBOQZRrueWTlHIZnEC92fukZtpUYkmNmm0GY1m6v6aFrkn5wQQhD2J31J6Mt5DnxFtFncGlK3vE46FUQTl/DDBd2OLCAXGLpcJLM0sud0Qkgxe0XMA38jbCVluEWZ+y0WXh3EbPoRx/c/5+Djxpt70qbPn9fFgCIQOrgE7n2+VRkG7BSLAMhhvb7lHsqCrYTx61B4X72rlf0rhYv3MFVnS7zTb9/gLlKOX0ScWCITl2T7RxffgpLGogFSpZ9xH9ITxOcnuw2lfL2S3W3gY7TeiV/cBcb52gWB67A3P8kylDb3g2tc68st6JWO9BdMbH66meQ7BK+DshQ1OvRUcnjn5M7MI2Ny07JWg0MRKuqC80CEhF/JlPicg03cL0BoGWR84sfmDkqspNmllZb8RSlQlLL/4tBjQ6dvIUjm5FaFlXE6D0x3++RHj71Ccp2v5grwXIuYgwFP2QLGzljf21qrJQ/RqZw6+vvaTrS2xZ5S4nbfZhKwv2g0IBPvu7zENhQ6ZlSSVotE8v+QxdrgRfqCPW4k/xXprWz63d8KhrCVtXKzQcgCN0ef2dfdAvHKH5n4JVBiU5o0SNMIHyIbcWvszElvv+klsykJtf/BRTADS0v39lQj3qrMg60yFl4yebLkyTKVFuj/JwzfPJ9QhQH9/oHddLs9ovSvB91ibav14Kh7vnPrLAmzNf7BDyBmI+Yr//zJw9G1pcV9UhtjAYN22BRbKlZWI2Y+rEd6OSTSn5RYSM+Xfm+M9VzCeU+AoQ1GL9ia2i0AqZgX5bsrSwOcPBhHndpNFUo3iRsTcZAuH13b/SWnlv+uHAJNj42Lm3X77QuVi3x7OX0WEkS94miT+1im19wgc4JhkT88ml3aITJq9FsOqxlz0JZsdSQ1RkVqqgJPf0Pm2WVKuREcvv3sztI62MwC7qVvdUBTa/zBK692T/G7C2hT7v+ng2ZMtF+Shw22v167r7gmK5jjcysYpFeu+/Aa50KYFhvONc2QhsbMkpk+m9j29nFJIpSweWPaj5TwQ3SwpLgcK6JVguJBwOIXKLbB+8w7RiFEyvxRrWl6KN2yxomVSFOOk3WQC4s8liZj+T6iJCd4Q4h6tjJpwjBACqChEFT3PZDOzVVsty8RhXXhzpZ5vZhZKlhNFEbNhlHYhxX95iY0aC9Q3CA1O41V3XSvRfJNsoWaK4wSEMwJniIHNxpjUAtKiKb1PULlPCPz1FN8uA+CjhD1BKSI1Ha8sGxgzTJAPwWCgMZHC5d/rjJ9ciFfG/A1SG4HlDIsrb8dpGRpEd3PnkxXgOIT70Z/rUbcEimiod0yhb8MwKEfhdmJlMgkgd1v3EYc/oCsyJOe+7fDYFXuio/2bxtrhD4WtwBPcHpG/rS8Hpfm6GEEcIGXwYLwM0HSdKl/Hm8t1J2nhlq4uUbcdt+iWmNbRldaJ9ls6jWQSxjTf4AFPiph97PiEKHIzFwn4x4V+fNgncSopCQgi7j0l78bHYZ/QcICus1M4w/fHXADB4a4SKO4lhGmTGcCnood+USYL8fogykx+aipFvzcN2ZLXknfiptqRYHzF8XQYZQtQjlq86PJXCRKAzcM8dy5RWHaq1pOqgmendAuucBYzVYhFiIvdcgujaxeYz8fC9gPfxzoKS1sA",
} as const;
