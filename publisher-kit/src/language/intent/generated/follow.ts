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
    "keep": 1200,
    "steps": 7
  },
  "chatsSha256": "9fb29798e2e629f0feeebbaa4eaddda7c5c50807abb81b2118196f77d596d9a1",
  "featuresSha256": "9bc7c1e001d16ff038c00942c52412604e8deb6c1e91ca8cf5e4810362e71be4",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "4383223f29d085135597a62a2409233cb99c4ab92be377d65412ace96bf68059"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.156192,
  bits: 15,
  weights: "APW3P1tCDfhGt61CGgZhG1o62+jInPz8FZSi+hKsROn4GbyWTYcA2wYFZDXN4BMEH7l1eZ1nB84ky3iqsMbS9nW+o7lT8//ZTzRQpgnBN2mVbtv6KPMsYDiBqtGwhpVmWolLq9xMdsQg9Vp69uTKVJTYMBIh1WhNxnZiB4BJadagio/+9MZnscJknzAiH494rkLzAP/EvcwMbpGxsTdmwBAD24JpKNICzSPpKORzb16Yxk8kWHrNdlxb4Lx14t1cupv+cZLiv6FRhTZebNDsYGvnt42/iXcZNppW2QINlZ4qN8ipwfIMO1drvY2ioytcgUzUMaIh6k6y6+x895aH7HaUU0vsvNieywqBMzJ3LvZX0vtLDP2hb+KDNU/S6fGpPYRbDsumqxRXWSzLNKeUqY0Ximg6AvYvssrQkl9kToeK+xPZ2xSECti1qYG4bnMx2wrm0WDZchUWARHfDTBFRGJI/0O+4WAvYTIaFUBX/E3OhGD1WFduETus3ZoiTwqpdFXxtYFUMAkelKz6AfD6iIWjp3Mvjnw6MNMprhe0vPksHror3tTIqlhi8G6HPmTAAHRbDxg5nJR9mr/my0thWiBZXMW5QAPtIrDs6GSCq1MV60YD4bbvHXsgjm8+xh11Cy2ZxyezjaCCdkRuiqZaVfMy+lSNV4RJG/Jumy6XcK3nLZyyOVJ05P30AWRwm7219/m3/v73NewzWb3HBCzTqTknx4XfW+/O57ZYMqPaTBWR3ApZurYamW0Z0CkIYoYgZKSrq45oCVZtG5K6SGPkeu5MI4S6Jllh3PYY2UaLnH6QskfFYfQWkWnnXY2HkW/GZqNMNHcSmCEaeIpsjndyhilZ6JxOFtYBS4cXA0wpca4guNkH7BlX3pzBOK1wXC0duI86DFA57uO1eWwNYP8nfO7PsfMNwQlm/X5MxAyJ4BrZhntKIcnmmFDrvd5YLjBIyQZVI/8JFvKRrj3aCah+4OYivUriVSzqBSf1Nmy9BAnAe9yM1h2thZGcZOsaPahI1N/GycP6ub8ABYH7BVm1XK/7i+b3GRcNQIvassn1RvowvTF5EyNPL0o4JW+mqC6QLKvqT3vZi8IfqTl6gnlmsDZQkJDeq4Gh9GMQCzxPQ8++dKQYCGsanGkc6jLD7UDtvxR1TM3xeoaNZd//ZauVcnHc8zi8kVBM5utfTAm6mhAczX3QYdogrQPjTOaU0Zw1q4Whm4JAixvM7qEewZQ13rkJdwRY2iFG/5SX4S55jU1pvUGDmqJwCU1CzU5mLzO7+tPsACSHZmCzabbJHlLO17dChmvOUTyEvDHnpf46H3YCwm3oWV60S2kXb4lMm4wtIS04wy3+/irLyzVyocnO8eGVRJj4GHSFtoqH49Hh9Y4J2uOC5dqQZCrKaVab9oQT5wRCA0G2uOiNey1dyD5GFVePmorNWzsiuo8nlHHK5ZA9SWxAUBHhM4yZUuE3a/iMGn2wRej0Kf8/fUVk20fR48Lyx+D5tZOtUXyc12SaNuNW26QiCtxv0vA47gzO+cbOZIHHlaG6Mme0WfF+zUcEA25DgZAAQQyKXP6ZD2r8UVQGJfqkh+3aCzZs+LOl1/FsAWihadqVd0mDpg3OG+sLGPzAGVFCQoY9G9D9cIMmygWE7uP3o19/b57brgAKXLAcPD0JVjRmqQ05Dov2qr1Io8DlTi2ZCHpnlo0UHr1iOdzM0sBmJZfNB4UkXpd/1FJwECj8IxUaa41pwLaVjYDmF6hA4GxST36MOdK0TVeV8TtWdN/WvIgHicJ3/zNUno8sgeB1Vgyxrty+BX9C7QouG78oS0SN5jDk1RL8XVCIKnre6m/6BtyxjYT28G/ns8znOj9UYxCclD28bXNZP1AA",
} as const;
