// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8134,
  "positive": 2775,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6722,
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
  "featuresSha256": "4bed56c1fad5fac267c507d226d5fffd202def6c994618ade380eda85cea02b1",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "6f7cf3076997c32cf8643ecb49a57379d66b7618b9bf6281f250a88bd3f2cd49"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.147721,
  bits: 15,
  weights: "APW7X79XrDVIcGAx4eNUZd/x8piRpeL8T8NKAkCrREJjl6YWZMu8Vptl4/Xvwflpt8FQbILveroI4ynLhWRJeWv0siXJRo2ytcqIJWfCEQAMWGk+Je84ZzKyoDCdRfSpwfC/0K5pDrcEOrmn8tt8wzeYFdQg4m4L2T2qmV1ZXBhQvGjYEGIWENdlye/wuQTYzm4VufBsgzp+fFT9a4KBYOI3hEXisTAi8MeyzU3lX4cmiR3mQHzRFWEV1xgOiRdopqUcQRuQdLJaK2hjTYGV8g+vziSfx7MFhp37Zb56U+iYCo6LY+M6xBViTUOvcQJxgMOQRtieJujP0gSu8KzU8AUyxjRFuMX4rpaGmE/aJk2Ppy49vnBlE7NI/Iq0h3UgjRJHIc1XwpEIx0B5/HFos2qRM4og3XbhBMeFfyfEjOT1awLkStCiPwejP5Joo2hAXVdKGwvLYxt/bn1QRkQf81GwIVlxnYVwmcY5Nxfg4RwnFK2c2ehFePBl+/Fh0SkzAk7WBhqT5NDtbxzURI43FJaFbSNQqVH6wR59zgAouvcC6gu5vatjkZAOf7Y0Te5GPL5lnK0MPKux1dIsEoU+rWNOfngSU5pBekjGQzzC/qrvtY+Q9LXsvEbWvE9K1NrJ8QYZxvOqRLq7ynfI/30sp+Vs0u49F8hhSHct1tzU0cJ4OZvU/dVQPIjUuCGlQArSZkowoAL0ddPWzgJ33BMCgDAvHqNwiMt6dHmzXZ6zivYCPKvpsedCSp1MWqzBYkmyRmyF3jv8MpgQrKmF01SeaObzdGMkdiGZ7moxCB97HtPDi33pvvODM7FsFIjo1WcGRTlygvOY9hsg9oBEr91I0sjY3aVmiU8Z72Go+o3dMLNWtSvWUMKU3REqrGkdcJToVO+UDRwfAvH1REm60nmpG7T5ru+bgkoo8eJprnLw4EKdvWRiE5HXd4f22gCvJLnrocF1WkYK4R9MB8ZR2L7+DBiPY7W5lCeUjlgJTpcpPqt89V1eTup4aPuYSbjNMAKjRO/c3ukT7vp1CnvBA1Mflha1fMcJ777mQiy+Uym6UQoAm8fVmqhIf3AvW6ftHZ45ALwizY3wPSeG5/WIrbEolJ9Wl/3hGK0ZC0S3XByk2CLqk1Wct6FmYfcRHsijINDHjMm8O5s+ZR/pgYCXJBkegbFSTlanjbZCRcsdTId/1xDW0+WBUuOOJHYBw2kfbb6Jd4/ejxJQ93j25R+r+foWJNXOkKy+MK8CMWPeB7RNqgMS85aNIrx1xwEoiFCZSrwzeN2jRGMqadtHxxfnWi0R17UjqESqiIGXgbihEK8u/eoX9EMQw/11ObT6sphWedfCGoKW+iFUsYPPN2V/W/Ha+ijDmFIFunxjwY0WSY7AneWZRifkBlq+bkfDaJJVDCvql63THoQ/zfR9FPP9D7RjtBP3X9VCyrGUwTzhgndO6nTJ3M1QRjLj1+nZIaged2YjT0eVqx06TW7TCT2NxQoSnrJ/BfNPxHylRHzyLF8Os8O595EgLgS9azGpXw9SHy/vkZMmeeWLWEkNAOZKjoKd3DLm6jHcqFr9G/B+SWfbKXssdrT1O8ObYfg6rUuxZDenOAjlj8GgGYICpt4LwQNsIbT1wBNBeBsQOmA/pIVVvH5UBTHrxpaMePw9ikmL4oO+h7JiNiDptq3yStturU/v1tcnpmTxqL3XaAKjK3D9t93Lyn4iAKTb9bENGfztbWBthFDmCzOtrRCmOJ5s+oAWDTTWt2pcbmtZknGsJ1XYboHCWr8UhnH1zEOBW6cO32A3dThE1gxd/47Ry1lLwwFsyrra9uMm1ZvUdYy9dC4YuyL+D+NDlDMxfoR7vQCzR/m+fYP5F7Myhb26BWleQS9QXFkUKfk8avY=",
} as const;
