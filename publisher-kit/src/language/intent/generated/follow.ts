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
    "keep": 1150,
    "steps": 7
  },
  "chatsSha256": "9fb29798e2e629f0feeebbaa4eaddda7c5c50807abb81b2118196f77d596d9a1",
  "featuresSha256": "8cd000f2cc0be5253cfcf37b156d386caa344e6219bca631949fd29f911575ea",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "de93b35f3df4dba2a3fa9f6870ba08290a15df3c63e73d2d9ae68177b2340cb9"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -10,
  scale: 0.137908,
  bits: 15,
  weights: "APW7X79XrDVKRB028/jKaz7A7g2YvmIOhFcx23dnW+uHNzmEzRgv7E68CA3cnWGyhx42A7/8bMGZzdYkPYFtGCBNFoJn8bHRsL2uWiWvfaj/A9cZuiW3m1XzR5nvqIU6jGDw5+/HZjKp5H1a1vrvp+j7U+J5yDRoiJ/BpE1zoumqL3x2RYiiLY5BFox2NI+Z//ueXJBDzKTDzicxFKEz2365seXzfxat+t8Jd8a6LXGU9paUlXYYuOVfg8MPUxCfcNapJRqbzJtvjei8ziOK+en1fajm3lA0TjebQ7RJPDlqHQUSAz0HGSgJE4/ZyI0CdXhnnr/+UFjjySxBAM9KCUuZOYds8OH2yreVHwAWWc3O56O9Fj+RkzwrviEBSZclmay7a92HsEv8jhCNQo6F+XSngSY8b+Juu5sMmWOvnCwgR8+6s5ubrzriRXQ7+ESqeCBDOyXRCvnhvh4eCssGol2a6sfx9/0ohDNIJWhCFNv4KBL67fAIzw9Z5fy9x3399CNhvqYgniDLkP0WVZJUlmCPud5y95Bfcrv2hlk6IFp/YF3btWZUIsVS0kZSGaRvFn46nZe8Y9Dh/NXC4BPKNVT5pKJe/XeFc1I3+uKY9o82DObnfwCbCCs4R+mvfSQj4pZlFJioW0VSvXxU8w8zyd7ER6LvGARX3rq/r8RK46UKh+7DiPvNmopwNCgXyJLeWce8GbBXYKykyhjVizP93fOqVgQN9d/1hgAVpJcHKuYnou2s15LImCt3yIDMzQ/EeMafxuDTLHlwAu0Yapw7CNTtF4pJVETwjDVFoEzpKB3DbmaJyjgrOXczjFdY40ZoF8eYm6Ca2WzvSzWDdS50ZZkp5ONgrS5CYZ3Nsk20YKo2uxPHz6qwy1jA4KohUEYFaSlwkw79n8WThys1yqIfFJcLm6hmGS7d+BVcxeOy/k/DM1eitLQAG0TicwPVeQYLj7Ip4feSB5JVYaR17rXoW2MFZ552IegDz73IoWPkd2y2AYU7rSbEYj+Lh70dhrrx4rvnUysxig3DZ/pP013yMumcZ5X80fH2pDyJgnTlAUz2IE7UjkwOS2Wn3X/A1lw50/sMKdXwqf3sDL7G2rLh+/yDWMuInkSHZ4e8cZw00UaymvY9fSnhQkwVaMRjGILT/EPaSXNj0JZ2JBja09ulhWgIU0mYizHxEOmvv7BhPRPrBtI1iaG7S5lk6iYP06XzPrcwpvHy5Qt0TAsRS3gseBtZnsa06Nk+Nutja+atytd43vfj0Tp7wwKVk5Xb7KLYFiLXt9tp9XNhQs+oxUhCfJkpN2Q9RUnIdqtT8cA64kcS0BTsyRMaVu/sXizI5Ne3wYQr/SlwQmkdSZzIu39Q0V1nPQGeH2DJUK5eD7iNQDkCsu9Xt3dQppFbqg1laf3wk7LVb8GOdjaahcRthR/uztv1gu8GwQuMt54ZKV7xf/7kUjpvAZQAkpS7ir4tQXf9qxJr21qoL6lYUcqp99kmPkGNCTYnvhwUSxT7J4idTn/hteX9MAJKY1CzhpQor2ZeXqes1HDT8lItwaOTbfrKi5l2DPPTvv7hCVx/WsJzgWITMkKz2Ud7OFDavqKNGmr0rWztJmJWC6N7eZiSQ7cGpNpHU/7bbGCWXVdVg6ER0SdZNvx8Zz3tohft9y6sovokkSoFD9WP0t0Tpbkx/TI52S3FhyHrCoi+oAboTaTRi0dnWoXCZvtAEyHn4eTFXLaOMzswq4KN4WfSuv/Qun0qi06NGk38/S555V4Qnx1tLwLdOkAX1J2PWNr0KHhIHpqRtdH92cmIuOBU39kUBbBm1PkXkL+/1LqPGaZjA0hhNXeD3fsfdd+YcXcHQomqBG2YyA==",
} as const;
