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
  "featuresSha256": "0968260723429320ea6cd7107df06d6377a2dbc08a51b338c1ebf149d1de3d81",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "d461cf1d83dbd5900774c304c4ddc98b6904e21fb32029d6f3a3a1730e144295"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -10,
  scale: 0.142227,
  bits: 15,
  weights: "APW7X79XrDVKRBzfY+VY7wZENmhPalEUlNxYCYq0dbOgHicBWK1KoGgLZ3oYawtVjq/f4fBFTsABsKOOb/qROvcIY7dsTqnJlLJPgjWHXmB2+MWd0o3WYPYtivJwk19AHM+U63B8KK1PeDZ0kEwk5YasOfDLXwH2W/3xWdaOl2Evjw+sAc+3IYJdgQUoCtZ/fx4z9jrOCzhOq155QdlxiBO/VSaIT/QmXbdk4WS5CvwnMs9sSknrfGPop+O6c2paFcysJaShjk44Sdmt6yEBkafpZW7TvbiPnysC+oi+/nJ+GId6Psyey2Ce5MImFh44I2DVGGQ1a6LEvge8Ka5yOKIexbr6Htq9rm3t3vLkCB+O4F/CfpDw2mlHRb6gtap4OU/n+jK4A91HEl/nYCMamT2FDRsoFtzP8X+ILKhAL18oFuJaZUq7DViqiqfxihleBhAI4lDl4bgujsb0Hsz56vyMLy+L+kPUhA4I+7CvD+AqQ5dUHlxcbRyQBRAqniHN4sP+Gg3LroWrti7A8QYxmCUaNdLi8dNO5Mm0IhZfUmp75M7yR31ibTfzbwNa0DTCG9y9/gXWUh1JkkPIHnnGf3Uzc7BjCfXKF+rWkdWsmeu19n+50AvlQzG+C9EGR8ACXzAGBRvYV46pAk9xyJbvPq/WIho7dkr11TRVFovYwo/6TNolFlTqNjtGEdY6NMKcLYZgedh0k90bARLb+rvPkeDZaHcMF9JV5MUbguRvVpi/tD3LT+u+9BXRicNVowCqseCm95leEYNLLwzmNjvxaNTfyZCTdzlGGZOsTSW6hEiyVzwyDF1CGhpWhk5A5FPp0FkduE7XvityR5McDMjrYjdkPob2PghqSkCLVztFFM/iER06b0YeP5rjVWlSZjFDtuhcUFzGLyH5klVKGk77vg8AUWJlOYaIFSUwDdVJ4g9RIaDyIgbNACzSL0u1R3ZQjzhr0F2jcQOy3bTSBVqBO14HKvam+qqgPljKJYq9XwGbXdIXxMYWe/KHvpxnBuuMHlPgtjvLAhRkQH0TcagZbBgggH20C9DEokHUnKe24qJqjg73J31XDi/FNi8EhgRUZY/sd5y5U/CX+mB623kIF/ZcrCfLaAKjvd8mWuK7be5ss7RoZYRojS1sXVRoragquFZAOpTTywFGfPX+3xnM605+7mhvXeGI0uZ1eCPC6x5kYVKA4dcq2e9W7n4zFm6dlo+FfDVPIpDEo9zwoFF/CoJDR0YRvRhCST3ttXE0CZrl/YJK1eOBbahr8N1UmFDF/VdaC73NtX7ANg1eFdKt2j4P1Ej8BR3Y91/Ys2EXVOs7eldV1o4ZgkftDdk9cQOxRinOWG8Qa7t5vn+YGJPUym9VdTxyT3bC/ZOK48TAnQA8K+cDl9OmsU0T368gIBhbMAUWcdRAnL5ZrFIFiia1hP8CJoyVZDPUzNC4SLeH5Hsz9+e7Td9xkMiww45enTHmwXuNcjrgBKxT7vy+34ivj5x8KvoGdMQnIrJagBBq37E88YdPOGCwiaT9fKxq94vRaxwtRotXoqeJ/24kJbceB8IopwJoHJhnTo4m3vZBiQb7MxNx14ItSBk7us+usWJoGYAdc9HnQBiNaV9H9PozG4VRqnSpkjHbTs6UPg+zJPkEsQSTAdaBf4sx2ucGoK2v7ncbW94qvmdSPJEkQwu8vKCEXsUiNOTPAPrYqWLpaZkxRQEhlC3RlXd6VGmKNMYcfAxFTKnZslvsiRLePR+pGmwjZblFQJf9RDK4B1iQlBbJcX8ndDKqEz7oS2rHmh8UlTqkglAbWxdTBYVfWpMXEI7sH935sNEDBySur7s6OPibh6TLdVQ=",
} as const;
