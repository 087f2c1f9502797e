// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 10947,
  "positive": 5374,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 8240,
      "positive": 4763
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
    "bits": 15,
    "seed": 2,
    "epochs": 20,
    "rate": 0.03,
    "decay": 0.02,
    "squaresStart": 1,
    "countMin": 3,
    "keep": 3200,
    "steps": 6
  },
  "authoredSha256": "a45ced7791034a13dcaa5f075ba57623cbba506b8a0bf258964b39d590ec0c25",
  "featuresSha256": "32587a03f418c376cf75ec7e72ef0dcb584ae1320c495dd2eaa45f26785270c4",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "e4057d5bebde8305917ccb1aa14601b2965c6e5b55ecd2a1c2e1b39e4b348794"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 7,
  scale: 0.128617,
  bits: 15,
  weights: "AINu4ytuorhPLY2AIEeSsHjidmwSmeR8CzzKMWDv5MB/zZ9cCmLt1PRIHiKmYFvrkdhs6J8piVoZTVEC4fsJfse63KlHwgFjQFQ6qN75JXb4kVK8TArOwO28abVIhTUhwOCIvJIBd1+VbtDL90yLe0Faity5PAlmHyx+mKnn17E69MwTzMya3HNEn63IKftFbVQpcddb33pQdPVxHdIsOuRd19wqCN3X32G/2wKmTVUsgJZkNori0W+dSccdZcd/lQrC+x75NMhZmkOWJE3MWEkbGS/fEGneOUNUasRD5WK/5emOkX45pBRWkCSXq+YskdOVlnhHVarqM7qq8iNn/p0Mg1LOO3x38FZIrcLXaKN+xGKaKwZaaIvhtd0bIvptUFs//yryqcOqTG1uka/ypxLVbfFx00mKwFORx2n6XpkvP7w8CzQBauJwk2tK9wlI4X/WxU+X/mhrwJHnFFUfgt28s7nj+CC7jk0kESxGiRfPbvkPux+Ui0nii+O06W5URYaCmNzF3crFc3LkCGAZOF0Q/7iRMW/m6rRWU+fS3WnaxKLJnlYMT+mIq9hPLLjGCNGZsTBKL7rTzv59lKGNaZrnICBxOqMzdt4ZiiQbJCfD3DvGrwFCO4sINQaueHe4jhurnxHnEQTkQ4ywpbQL9v8w8zajQH1tjcJnkPQdLLZ1UznPDETlxiIvCDuAJBmjSIIOLsDHC6LS3rRm05NbWCPCK361PPT9Cs0Eq5WH5OC2zJVnvBeEHc/xs7HpBCp8horoyla0cV9v9nVbqgiRX+vmTKRT2HgsxVxhGEjUa64dK8u9owdP30WDRwCYV78m9rth0LyCXOpYac7SM/pCLtkwc1gWuk604N9SpOKMONIozf8NCUFBGJIbx/zUVcKDY0Mxw5Eo8snzFQV2xf2EwPVOVrGu6yHnB628BfrS1hQIVerZG/O1UFY7gdu/s5Q4nKHiR2GBP8CxHhl0b3+3gjjGHOikhLGzjyQrF1+BaTkkNwlY4y13dacsAK4Hxyqy2o7NwxR7S5NAOB8a0egtsRRjVDm46+lzxn1DJf2LebN/KEB7PaIvIyqX+ZNjhWTPjq/JsLcn6XJ8cxvAXWuJIJUo8ETSdBGVxErpnOcvF24W7rGa/dN1DisZ9rYwwHHv8KESh/f6w2ItAIsLGOXsJZUq0XuR7NZNEx28dRVvWQkeGx8yb9tkxhl59mUpmN2V6eU4IZRLggKOuYBqmczeSG9Gs6W4iym7COhCB2wPdzNA5qNijujhGsCbnNCtYMf9Ue+P3LdJg4c5ad3vQOer7rrhIFlAO7uzRd54TUSzE7xcr/rHH5aAXfAifdp5kJWrw2JymTSq9VsFiObKQqDJao3xvEPXexrbqKCkq7A/IKOQUVX3afmxGOCBIWCGbZTdAfAZpL8lDGF9j5+nSngrLN9BSLhJ+qfk9NEjzHR42uvT20bbNmjOI16ZXMAxwcSpjjkUBVQbLUNChlqB/DCpl/c5+91mOpgm80ofp9OfHiUa1YzrtljA5vucIxZuOc/T+qyWiSyLzVpak7rVughaLOGXnV/QsP4mpjFdDnbbRYGDoA2khSyVxR266JHubFSdIehHK6BoDIzZFTCeKKHHoJiWnugYUKkCIcI91futDIcj0KNoBxnrOF1Jpw7Xv/kP+GF+af5plGWRlw2q20TEuWhfS81PBrAn1YrXTIRUK6sXOlZAag+RjTNQDuqys7slO/8EEXTWbEg8jHGwnUyTphsHPa8/VHnYoMJFbSPBv7JDy03AkIizNSKDxTkAIjWi1MQCw0p6A5Wb5+hYGBYmHIJZj/qYwewQsIvgF3lb5Y6AJCf5lwgn5hvY3UyEnLLUTwSqJzPGCtiPTARMm9MjXSzbEPD2s/yqI0IxQG/LntKqXIUQWZ5zlrBDypRAmJ1owA8XQLr7NQ/kM3wJgGYBDOVtKKAwqErO2CmLYkbhrxYrTTvUjsUmm2QTwh5pRzBs8ve7p11jYyL+MeiWZWfcVn7+8NEJHSYzekAMEOhzLiEaZAOTaGQgjIjwiMigMAPoLv1frphGPGDRkDoWCZGq6zhxCCaEHZkpaAgyat2Tq/zT9QNx3AYUc/BEgVnf+KGoW5NNG9RuxFtYv6vkvYr+SVBSB9HWMsEqQsXOSqyktpisOHak6nawONLN8I9pYrfuzCc7FPoZ4ywHzCMzgfsFucfAlsU38B4ZWUDnlrc92MF/RRA8F1ZNsfSpyHpGkpXPxvMOmX7MKUzAvVQfGlqD+S3Og17xQ0TzUCtOZh/UZXkLzZc7CN0rnb8ymxwMsLsuqrTToUcnYK2u0tWPjXaJyEC3IvBZPRJcnK0/c9FioCp6fKGhO+XYi4WbWIp6qm4qKsAUq6jg2SnrAntONJo4F/hobY1FExb2xd2CZ/HkAUu1l8vF9pvjgoRYHueIEQc1O5YmeBwl8Q5548fBwoCa0ri5HN1fpnxEA3U8UqgValRXtNjZCKCY/BaU8cIDdlvxRfEvSnzLmBenNuGrCTszQB4H+5egG8qZ3U0l09R0lwNECHNVkbAwvJFf2Zn5N6x6PKOnBvY2t84J6jIqx/LzTesNhkxbqIjSPskw1t6wDy/chfXo3airZo2pqo0Neq6hpqpaGMpGDCol4d1eQRfGiVdp+v7yUdSAC6upgy0r00ZgCrwr4g5zmWbx3uCIhg6UZvUbzV5iG0nZxjx52UwRRlEb8OvWxNFzqmzC1AXLq4cORtouh4UI90SMEN38I+vQVn0pePNw+1fnl1UXgPe7SniboSUPmFXVC2qJ7cszBKOS2HxEoGFviMxqH5H8+WwlILLl4Dzyo58shIdPRK34mQT6Bgg7lNPYshaEMmTRzIjImts6ZzZ6Fp2R6uXkezjGmHUZvMAp6MJkPIckdGvvWOdwhF/OV4sAtU6w6AaCeQNF+jFCSGsJVvEdc1HuQZ834tUbFa0wEF0L7tjQpFDb5bLPmNhfo5Pc4YEA+2y84cALwUkSCcH3J2NZ78cz6qY/7KVKD0S/IUyHaZ85iw3X6HLA3xaikrZzsiN7oGZIiEnqVeOZEiSJr5aA7EfsC6LSdqmyCrAbdIGKUdpMX0mw/zVI73nbMiLQV46jCRKHkMJ5/OGz4j6shmlJYaWZJq3A716ZU8LNDNT+73WRHWsbJlcv2qSUjamCuyvEzOHrbvNVcVeh8W+XvVVHy81GogjkzFneAFbOFZ3FgxCG4kPgapoNy6nHFeTrbk61jZSs3JeYJgP72aVKssjsV+k+PGGIJSrMizW+XI30rHb3fN9V1QrDJgPzR6+TGLFvb2YUJipCs8Lju/AZ+bolOCMuyV96ROBZbUk+21eeDHIMH41CJ798AzC+XtfSp8yN5KfmJWMlc+vqgLIcVch67vBkx6B+n1yyvfOCBnCkD4qL/SEgXDS9aLnKHmaztqiGe/aUKbKYxM70f9Dl+kKhSUBxcW+dAv4ftRhY4iB+iPgT9xe2ts01vIhTIYm9/L9sC2jTMGLlwxhQkrhHIDo6weNuNnQWhYhJiUC+pa8dkzn8zUy7c/Dvm1U1BgnjeiaGZ6j3nE0AmVYqDEM/eKhnbgT4srtS3gVqgXCiDrHsC2Fsk3vddLkqqe3943GzQa61QkXI+M6a+ztuFsz5ys67ZsTS/T7i3s4AuUSyanlwda+N2rkV6+PbrdwMYqGT4OM5FF7imJx7j8JZlxDr3qgJtozU4osPkEOBNXKrIgVNWNWwvspgmOk0kkaxxFN3ky7i5dmoM1iFgyV4CeTPnZBqh0LTSTkFoNVF+E9Vc7nsE6uAsAqhToQoUnFWZLM40adgsoAmVMbLnnkjV8wgfJrZmldcsT7eXaLBmrJEXcXEbBZQJdNv2mjkFJsjhs3p7X0SkCvM23xOGxqjDLdb60d9gWJZVdjt6PO3ZwOskDR1wJVWFESVIyXb3uFx9Ql8AqwA",
} as const;
