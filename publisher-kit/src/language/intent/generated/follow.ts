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
  "featuresSha256": "25e2e049d9cca1274e019bd6f3b6cebf29445cf79dad796052cf1185d9032c3c",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "88da8f74a8d3802fbd9f92344e0b61a29e9c28c6256430e5116a7cecc6ccd22e"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -6,
  scale: 0.181453,
  bits: 15,
  weights: "APW3P1st5nuwYGdJqF/ULG5ZgywLGCoq+bNMvVSgy0LVi7yYEIGAE/9M41GgUZTLndt8V1SEcZ6LqVptXnXgLmYgLQZaMfT8W22UM7bnIAR/jdrrinEEoFmPhyivuI7Db97/5oA5QU03mbuYeYTZB5fXf0riDuijMQ5GUSuub5sFIsFaJaZkDHVTqZ8BUuUimYQyymVc/JGArvHY869hADMESH8i1RTYxoYg2upbq2btOT+aemG9iDIPpcz4UJuC+hV+YuDCIzqoqcEh1COsaNafMmptfwXJpFZVmXPUCnEk1f+cuVlFPW2HQrwjJ0HpfJZRGF3UUIHJckFdRUg/QuXojbJbEIWCZ8ru9eZRgKSkNqfSzXCdqPtfKSv4n25qlBkyoVLAkPKnOpZXO7DGiWkVJ3B6tnq7Dtw0ISvVa4U/0OeUsSwNrQMLqtiBGSOCQOqAolv646YJGcoCVn1/tkKHPLao403ZAesffvozClQ/uesjO2o9wSzP1PHxJ0s43IeoJ5n1vSfuaBVUAJ1Vb+UiDDZ7Xsqykr/FxXrGF9QIpvr67MDTolOEDLG8AO0F7lSial7cBn4w127ly4DqJQJ1NIiTML9A3mU+SegqfJ+7B9r07kmX+2ljV6BKfDBLLjlQlnPKwnq4BbYkUFqgWk/b6Y2qyfK++TUENk1HLYuCZj+WLf4SxShlgC3kfiaoqBE7/azMO89agB7+0mm9hINc1c6UiJouHF60vqFr5MCqkp/ZEHF5PklDuepyhmuLLqo/b6/gHOM48ZeDnkXLY/rUFCItzDAPwlqnYa6Qigi9sWp5Sx+VTpvqmBejM9eP4C2HemuBHzvqCXW5QlDkUAvkGngq4wMsDNaF5/J7PcVxvsSzKxjV2U1ZKVC+ye3jULQjGE/1E8/LXyACOvDflNee14+05KUcVfcNSfwDQIiZKNMZXYJJqf44NIHggSS1RhWMB+dgLM9X7Z6nKytBI2SCZBaPMWAeqoKUxH5PGDyC+jQI7wTiTIWqQ1iNKBYYovCKH3McuyowqbORz+da6d7Up7bMwpIinWgiapi14gtYQV1SNQnX5XkCdEd+UtiWaQhfbuyfDbKXZVxwqcEBbmNc/oPk4rpEq9hT0FvFS/WcxqWa4kTwE1wxFd/tHK15voCDlZDgximzT6npisgvHi3ThLFZwIlHZtn/B67yDD2tF8Ga1Vu1tzoNMaQ0Bic3IulrsMjkVxEa95ytt70lO8wvvf3jPkzj1XqfxW+WR5II3+ll8ufgb10nXsiSqa489uZm17fnK3VoebwgulavtL/jf6u00IfR9YcPBRjxFAjW8QDJJKQk2UHaiDnnWbh0Z6PNm5cuqWmE3zY7HMQHmNLqjBkksLRb71Jb1V+ZjwCMFPwdV4JwSeNwFK5FG3ibgzLh9u86FQxsxPhIkk9Q4sMy0upaJTg9SVcvO1vc7WHc351Mroc+0v4r7UAK+B3FwcQu+H3oWzUGANEILQAbRBOcVAuVns48uOfH04ZLbIbcUJgI1VHkAY/GmOhrF59ys+ahasudpNW8XHNZPitjflmp39g5wpP7FCyo8LQBAAphIjL/6SV9p5duUg9BZN2syy+Y5LbVw4BghLSAnhNBOXl2IDArgdbDqHq3Ub1wMMXIso8A10Kl5IyXqBd29uSsWaXjLND2KUT+Jetk4irICnsjjpBHu02W3nUv5Bt91MqvFKuQWBApg/sy9fu5NiI2TIjQNUFiHthofi/3SQKjUArShu+G1zmDmxryU+eI23BC53UYvFLhMUvyuoVdLhmq2a5aZCw/6aiscYJZjVvRKF4A",
} as const;
