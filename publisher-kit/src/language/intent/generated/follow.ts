// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8154,
  "positive": 2775,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6742,
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
  "featuresSha256": "2684cb995bb371c025a94c488d7fbef71c57aeb6207a0596c789d3349fb69363",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "3584bc6a2c7d5f34e0334b859ca35ebce7defd9e0ad517b111526627f21b6cda"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -9,
  scale: 0.138977,
  bits: 15,
  weights: "APW7YqCtRVk/Cikl1/OgivXa3ZWCq2dq2KfbX5kL2hYUf21efXhU306vk/FYCsYnoxIcx1reBka1pztnTgUNx0nbu3neqrpOulXZalaW9plufWlWQHKSlNLdqDoZR2+FbYWGudHZwM20a5bGt/hiMxnS6F6rv081g32G+ydaePwgtvCZnKTg/KV/am50mfeeUDvjkQX6MC7487isvXq24UNpfpreAT3jrQimUgBf2B5fDrFAxEiMBGH+Qf2jV7dL9/dZ7DV5RYyW/kD6cdQPXVCrf4RXNeYFAZNVZCkdejv8ePVofpxqV4FT4WpHwHCq/SzSx+FF7zhTNV8pMIwcEa9HBYncVLPCHEB8flYvhDdGaO6si0a1fxJEoMvMQ0wPcMzHrDk09h3uzaaaUpx6ur9aQh1X1II4+ueIHmKCe9rhpxgT1JbBWx7iiJDgqmLZBPvz7P3ihooxoMTspA6eAk3eSs1EBv6M3SIZGK6uZGVempUWp9v6wtaNrxnhG7lVB3V3uN+hgdTkH0E3GjFD5KutWIPpnmPEGpUScW9hQj4TKpT07dRjj6aQHlKAQsth5iS/mYmVJ3HL990+My08FQPV9LU/nY38y3xCbSKfNWvLVMHjUvsRQFxBrm6oy2abY8hhbzgORlFlhulHPOF85DsmqPg6wFvvfi+NCqfaSniStm8WFcGdvNUXEsNQCxN9DQsaloK+ZVgt0mhlyh/R4GSZXCySFG284dMzIEKOxVVYOj54uSuxl77EkQuU9rPFfH1eGlRoT88yMeg/jZxT68+H6D81vr+AHNYas+rd8WP5ceKBMabgLxuGnM6GF0h313hjqxJhKq2sYaqWO+c0ZlmKyXv+wLpkUz69BmKX0a5PqG4chqy0WOZ1ioWTozeFKi4rqTFkt6YrzKsT3P5gcLRqLG3t2pbeLv4dkup0LfDSN1UuCkf8aTk3/QbC3JPUvMc8uMm3fK0Sf2J0b/e53ft6Gb58wUNVvW+agDSHCpjCxFXeK8mdLrMpUmKHeCGqxiW8bcEQuFVew4Cus9M3CXz6h2WtcwXic6rrvZtNIFCSy2soscjR9NDZXM0Z2AFV+2b5OZqOEP3+gjBZ/ndMt9qEQSc6KpdMrQ3J4qE+pwW5ihWN5AVIKwgj2+LdVws0gIzCnNeZXSSse+FsP9WNJeCfUaTRNq5TRqOJa5KzzQjJ6aTDuA8nEO0ILyZQBTIcHiDxmeUuz2NauGkMfEx9McyHEg391QuOM55Obba4YH1awEc6h2yv8w5HzgzixDfXIyp5fb8/g3J9G/LDSDfBP/9yTGpfMxQsm8n5EIa/n5pcgwTBLj0XYHBhcl05fRpuA0VnoGvW0PDxBekV27NgemclR8q4KKOQ8KkMS+iKOfaHhmkJ8QyaSPpW3+NUBw+P3ILtF6OdRWZf8lAE9Tgsa5HmvY7U7A/7RB5oeYtW0uibIYzrgi63x92ZOTcEizMQ/824rHsqjQL2nxa67cxcOPP+xV93XTEpa+bCasP/aBrQUvCJQVGgDADUNGELMznuNMKloi244z3gWnSKB3poUIAvoHkoTsn1f/5n+C7lSDGwcyZejKKeN3YykU0VuKGfyEjEAP5/rxtrfnRI2cHKh+MluKoBSpcrDLvg5sUD6te/zUC06iM6oXa9Ecyg0UfGVonZAPhualD5+PUWQjrgyWYZrfIGXKQnK8Fo2iTCbMYI3je9HOaofrN6Xthcug==",
} as const;
