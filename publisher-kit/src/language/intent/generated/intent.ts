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
  "featuresSha256": "a263bc80b55a0d5af51c44b38ed81740c0465ded5080009fa9c5c0fb12d7a71e",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "d4f4f4394e8f63e5ba69043d80fc4e7771014b56d88a36f8d497c4d501887e5f"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 7,
  scale: 0.112568,
  bits: 14,
  weights: "ACc7pSxaxnZTS/Ww1TE+9X9AOtxMs8I8qK7YsNiLKp/1cGeXIFFwdRjwEVmLJCx5lDYRJdD7/d2J1Q3ry8W/vS7ubdDM/f5yhxENVidXFxqSAQhsOm+4eOZOHfGhtJPNw1ucY5aeXVney14nN1ri/0aLiL7z4FBgD8aklsZUn1whcFMA3EVt2u6DtAjsJr04eMSKdv2w0qEUGTXnT9apHQrve8lFvC2RygTnH9fKcv2h8HAkZPWMWoJTLxJE56TYEj3SpoO1uFxUn4Pw517c6T4Fcx6SfKW/Uqk8AXpjK+Ur/Il0X7UWuPuln1x3REySQQ81T78bjtx+HDnHHnwADRJ+KDODMksm46RyS6hXmI8iR5pSR1hx3bzOsVT20Vfma9L7NbJD+Jr3xQn/xIhxqd2SDralkRWTVUrX80+0lxkkyxav+UDkzuBrXKvyYYRidqeZ5l4xlJxNXCBLWBP+RS5TyT6iqKywSK2K4/WxhWKrdjDSkAgMdboS51JaumzpFqRSPP72KCZyBjnA7NPU1QhksJVeGlFAO2N1Q7n6ILbcpY2nBV5I16vv4fUV82rY93tKIKCtfaVYqqzmlK3mDppO2tGNtzq3XGY9Cer54DrUG9qJsZoTc7KBB239unZviiZay6MrJRjgXRxl2DZS5BnZrfVKAcHQzO9aCar54f30tauEYmZv7zVjUCG/mO3AAQrurmSOhRx0hOZuuMFVQ15cJ/LRCDet8gHxT00SvSUvE05WysH2Arzz2kuoQyfkVPKlido3WyPoaQffZj0gd4IhmG5M5Rhg6cHzGI6XkhncFR7uzcgAr0GACAoRBy/T2hIqFa3ODnLa+TVezXmxxRKAienj0Ys4sOv+dushUEQK2lKhUiHYZtId5U047MCV5Jhakks8iMRGF274eE+Gt3vgEO1obLnlBOO7b4oUH9soIMGyscPdq4AiosPI5Hx9Ho1IPiARhaFotgflYm3o7LkzMt8M/N+TbRS9bb6r8UJLl869TZnfq+EV1RjUGZ4YKBls5UgElljCdSK20kJFOUR/8qIOGlOWsQjQAGXu3esH+WE2zTNa9nezPtBRF1Gw1yEPfa/hVLGl+F7t7jI5E72oh7WZi5RCL10m9GSrnFR4JDaCA0BR6Tx7rfa+kZ1y/vJ5s/k9c7Cge5iXjwC46xzC0BVrBjNIwyxI5VGKA71/w0EEB6AmlSowIu3n6jTVRqB1ru0zq1ykP/ZMkjtkvR74+3N9pQ/yysmcto3F/31vd/ZeXTYdSGaflP/pHZl1rF1HRsX5b9HGuZFHesmEoq44IbbSm0nLUWcXWz7XyolubfFRQ0OirD4raABX3eH9xvLSLRYM/hoScwz9DIsz8aF5oFxvc/aliXI/MMJuBsJ8+flvaGlAqvWH8mhXdbrwyTnz5m4FiChmIwMXDckltQHF3EFK3FtgdUKsStMq1EN3Ies6z6IIn8hVtosgc6oSDFQEj1kS31LMxJiDEImh4+oVH+CAcUxy2Kr2GSnxEMgUKweC7I/kgM5jw08AekJk6D/ndRIN6iNYZNSIOcjVaNIH3k/wkMasgfmRFW65LYZQscHlI9Pk2CahtQgXVtJAtITQQ+C+BlR0R2uUbaAOv4jqxM/FodzpIRwyFRqiQaaokduDdul8JlB2VDNx4ND670p8rNuLbjr13XtWlVNRpGHjpJcZwYRBFf/585SMQONOdqmpLQ4HtRjXaya2Y1oMLJjMxuLJGWfbWuGAjmmIwaDOB1BsR39TOZnjdrr7c+l4d6FiRwhU4mXagZF98ZYYmimKvYRo8RV9LEXxA/36BDMjz8+iWSEKYOLdqak7tMfzuQei05hsZeiCadWQFGuw/7Gg6V+ANNv2NcVFA0ClArqMh+91hSIDRYHXARYr4SQRbn19KQGqqMjT6dF6cFcWTRloGnx2qy7kCkBC0e4xKBew7CEtrjsv9PIZ7PQPs+CBwYqrTm+mTawW7LL57xbcnyQ09zr/kNci3arTxkmbLw7XG6U3k/zvF8r9TqCXANCzZa+k+MhGlx/uLKGc4LRiV/PUxxl/apCe/k5Tnb3MzYwWcN9FL3nt+7HzBmrc8SPAkIqnBh3LVscQR7YWSLH62FWqqq/RugJJC9SibgivujDkrpvTpmboEGfHNFvxrFKS+KgYawkfsybOI144DAZTcSnUTmNOx46Zc1biVy/nBrzVaFORNILvznKKAbRp9L7kT5PWOfnWLLb+o/0piJ4q4w1NQFREbWp6CZXLj333uuLFZjo9rXTJbKBSM2ARTGO2wxLvsYhehiHbZGniLIbMaOz2nSS1LO9vaVRgYYjxcTf7+XZ7YEycZChbCLmLx8Bm5SS9KcfmELoAlUqsPbyr4+GUxc0Wk3jnrXgVovSRYZSbU4g4ROhlJ553HgqNgM3V94hz9azi9JGzzFzcRh2YCckSw0vyPJ2gw7EmYzRximkOL8jrNg+nmrQvu0flmbclIRrX+n4BzahOPUV83T8J2ZaWTEeXZ6/fGcJ7PV0F6jbZHbEUBhc71bWJtO7Ta8OyeC7fpZmQG6E3BBHWYcGKU9aV8abU9C4SNRKkx3G2UzLrhzhR/cCvaJUq4so2KjJcZoH2IpfjnP+Nws/FbkElFcHuE4YGP5xN2NSy+Z/orNG869RPpEq0ZFpgyd08tbt0qwx7kOeci4hVvdiGZ7z4C3x2MAQw/jmOY8doEHMFpAcjStkLIYN/TQJjzhDwG/wRFMLlyP4YJrDb518w6llfSJ6rTv7DP20AlnBqVSF64lTSRd2xJEZo477Vl/K5p/E9xE4RQAktiRd/N+hlYjHqnWSabXatpi8z2dznEv+df1NLKMzpqeklxxTBYQ9FG7fDr3fjEcgIw1v2Qg5EO868HyydBJI7tjHejt0sqr6gIhYhF5u0gmM1CDk72vlXb153iQsGcu4oZtATURQZUH/iKUFvxOOfscB+uXF+gOC1VtZ69R3MAJG45YXJdwpIsc5eGC0Rk6KW5GCH2h7CsPBhXqCH1x+DMT4rHbyN2uB4QhaFzUDYKS89sLqpmCFPJSwtNAmKnj41TMomWB4JWu/mguEpTWQpRs8PD1TDRWFo4CvMvZr9jl4hQ7HMWb0kTz2BNXqfDZBqz8z0s8kQhwUkcOG59z11t8XJsswFboPtEk/3nSfR2qbaXC/LarcmOWdd6Tt12vY1PJ0O5wEDy6NNR5WR3kF+IG5MLO3WBvOI/gYlXM565WxqDCrjCJ7cUnEfqEKI2fF6y32czOzxNy9syKLlTF9YrZKrEpg4wxlqUTgHg2+cCU77V7m4gHdV7NtXNZjRYFCR0VVy/gmf7fQNbxcz2TAcP/91vbUo+oBrgkB49QVOaj4wUzktRRMB4jmWgT5/+ASM/HVHmm1OxGfAv8pEzXCJmp1FtBvk16VwZczTPB8l3PkOGLb8j7BhtwQ7w0lvg4SWH181S92b/M6fezdKdbxl2ifk2+uCgayzrtM2DpvGAWzfcqSB8D553YE4hD1XCv4rbqb6X+dZbI0Psouo/ooT9/eWKblNUkzQudebcSL2ddOk9PNe9ls0S8CXcEiZyNujM7WVY15+JADdA8NbvDQM+h/1yuT2oWosLwbNlQimHRsa/lv4Cog9Yhni4ZcB5sbe8+18m9IAYXQ3LLgjj14bv+Hq4X9Ug/jSQHYkLoRM4n1APf6hy7b2WMWXLzbkiuNDUooW98mjvy4ktE8lmIrkV0M+yFokf9nt2jtxY+Jpn0HGkhb71aI/GBO+YioTCgfBKaASmblmiqWkErYE44DVd0io5FtxIZHv5i/oZ6oowoldpXhQQUcq30peqNnHa2q4uQ8Zq99J+8s63J/fbvFcxEpTC3bEXYnJNhmmOnkoYI4GR8EhEOJpYLimezliqbNJ/mENh26Vzlg39vOPzU5wHLehhnLWw24nnUcB4VSlJAZ8vT7nGHsKgV8EW9Rkl83wWzcTZZ8yHrht+AyBjb9huH+d1pCPwJegBWV+nih/ncUhCe9/Mmfi2diJplNcK2GCBTI3C7yvuw==",
} as const;
