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
  "featuresSha256": "27e30def31f5fd1fd423720029c789d12cf5f95522ddc0e9fd01ee83b396fda4",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "193c77f6f828b7e528f67aa122c03646a960eae88dcb645c0683c26151497f05"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -6,
  scale: 0.184554,
  bits: 15,
  weights: "APW3P1st5nt97l3ZVo8Bz7BZwCXAqV0RFyVhEgAOtfVhdXxxPzxC0F/z994ltb+0cHcq7d9CXmBkBg+x5CSsASa1f3TVgCbokRO2xPYbTLcGtqCfmFbZoBsHpSVn7kmqhJTc//bqCr8Mv1fsKuUE5h18e+Gvcycxy50gDfujYsn03vzsli12pDTFIXjSg0RwcbFWQWiBiGTEW3UBZLNEQjt/VBu3DiI7KlZh80kiCFpe1RExGzNofOcZ/lQaUh0G7MtN5QZzpLqk577H90aZ236Hq+CBxb/EFG6ivHx355dUQMZ5TNeL5zkNn15cgMpxWJ03eQ/eeWrqZhZBcc6qA5uvmlB33uw1kY5kRDkyaqvUn9RsJhhN2b/T1jEj02EXavlpgciKqygIBt6JANBKZVm5hBp0SODB1t4i2dHYzGUUfOFu2Nlvaw50t+DDVYAcVxuhxft5r0vMItNZBuQLceu9J8ny7kNoCfdzZynFN8AJ+NqOuFxpESh5R1qLtNm80gH7dAyNS6qH3p9EdiGRZ4S1QWT3mybXWl+iUJ3LygcJzb+URafVT9zHNzb3Vxxuups4rNEs5Gg9moDru49QD9sZTUpnsiHQ76azkm+wb9+IRlSpJkMxaL9cL0pK2XqMLSJjCyvAJ9JyydchXqI5Six8EIOOqLSnBG6wG2V71MHITnXCu2lkcwx2oHgdz79BgrU7spnlZoW9iseUAI7Wuq2jVEdsVRi+QJB06a9zLD16/nsi/9dEO0lb3AzPL3ygIBsd2sGcAda2RgxFjo0SVCXG0dlbLBTqSNYBto5Xm+1eH/hhkdugfeLxONVTye8Fua8JuSRtvgV0F0h3nUb0AYv37nQ4f3P4KR2K352k8BnHuOqJuhtQB3k+fnrRQXRzrO6mGoR/HGoo/uBBVDlzWw7SokVOrzaojCI7F2hJg5sF9jebiuoc0+K/veE5wIHBPjNAYofuQC+CGpNOlGAJgTiErJsf2cWWDI5D8KWPMJsdlWOn1F2KQuPmhjogOngLfvd/T/VIf7WVdHncEy4Hw8fOfn2dBGm+cZx9IcxGPEB+3fQAIabDHELbLfvQLvak3yZdCSf62keyHqgminfumkS/qdASKwspThw4nUKRLoy4Z4FlqH4BkSucejjCDWK58jmiOas9BfIBxmO4BPLKV58ePYov5wX4BioihHJfRMm/Hb2M9PXQQu7eve1L5aOQES8UwFQueN8F1yI0NHxwvs6fTs2OkfNPLLo4Dx4KX1pPvwFDVR7GZnZz/IOoHNUAI+ex0W0p8/iLf/DePzEE8mbhq4OPyb+AadzNmVyEw9Q/T7Ws5uu5kNYLDqZys5V+fHDId+KoTNqJN3E4odU1wp/HZhViHh16MzyvZgXmiKeF6/eWwlTx70LrUo71JIV8sAa5OA2b5d61C4YZs1uTrhj6zTqz3WpIC7sFDAA27YA9wDThcQ1FB+TbHHSUDSgO33ib/XGlytOL/3MgqhlCPpP7VQ/IyXXDwbp3LyqvozJyCP+D2sCFFfYuj99i5CQjif2FvhiVnNM9yAi06RUu5Vx2CG84abOUw+dzcFxynO6OvVXpfSoTEYWRlf5Czm9/xrR0Vt4xVJxXtIHiikz/iO4/7xz6U4fUXtYcody0Wrux4vJsIIHxLl9U6mPdZT8s+Z4748fmxW+yk/dCePddzAmwalO5MHgVIJ/GOca7zWjtjy2SxDBhCvOMQ73VYI0TCH3H4zIvPDMBPv0NIJyiWRR6Zeyf6NLbbpTiUiItL0xhqBBG+RMenQN7h9fDiV5SSwYwEhDBrtr2xPcM5gFpfLc=",
} as const;
