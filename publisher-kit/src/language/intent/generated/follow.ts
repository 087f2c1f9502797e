// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 6578,
  "positive": 2041,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 5166,
      "positive": 2041
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
  "chatsSha256": "db0d98ae0a82d3c97347f89bc4c9386d775e31b3471a72138c99a9c4e2bcee6c",
  "featuresSha256": "6c5704f1f3d508a453692c6355496c8648e179662fa754236b3c88cd768d192c",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "5f02e2a9a0426c866c20675dba50e0e41b089bc3190c0a1ece95f4e459cd8fb9"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.161416,
  bits: 15,
  weights: "APW3P3BgmomWWiOh5ek/GNIbG8LKsSdUVUwU89FmNAx/LzzA3SZf5CAiydWeCptLuAbpHdcTicY+0+2fZNf/D0Xor5mrPGK2UiM6VUbgoc+Iqx88eYvoA2pkHqeyIhoSZScBvLyIqdGc1DZ9uckoG+ViGfryGaKsASEh4jxmbaXZfM2zlBN8f7vqtbW65Op9VeU1CrgeigPE93eiouhmktlyxxgCUbe/BYoAFomhZvqkHKAfRZsDJqkkr2Zb16Ub1pmCafzhO7FO+gNRiBsNGf1Nx1Yz+h+k7BcDmj51UAZls+jOezUUUWQRzXMjHF7//hiwY0XpkIEGtxqjYI5CKcBnOF5TjGwwBUzhbcLE5s8sgvLJMDAf/SAXZYpIFSV9lv9u78cL37dAgIHnZ9PnSfmmyFk28OkubVpMGniRgxuAufSNcCBPl62Dw/75kpcaxnYMJhbD2UvcUpm792qgFYx2K1oX7SIs7vpuzPC0wfrYTWz/vyf6Nv+jZqP9G2BXnihW/So4NuT3jRK/X8hpRNthW+J6NlIXBYIZpoyeCcf1bXIhw3J3hENaAVoiG0+6mQ1MQ2icmeqMo03Gie2tJBakG73iZd++lapb0hdAIu1AuWhgMcOcLaKIFR3PKbK/gMleGp/e6axv9r3BcLdYFcvyTDVO+DosyG8nScRFfyEYBkWPxIAX0DoAo9NJy3UrOUlOrXCqEa1w5z2xFZ5wmYBULfJSjovKV2sLqt7KpcSbEQqJfxx+3pJ9xjkiAAYaGxFxeXq9vbB6cMy8fXGCp6l7fzQCcXjVXrYWFH5Ji8wnKyF+RQcrfQ7anEL/25xkn9qhpBkqEk/CQRojls0lzm+pj9abLl1VKtK39fwe0mkyTkF2i8p+o3anM/xdxLgdAe2Wt+c48C9ZOKk1/msK+n7Y9tznN4nBXBBK7697Ou94v6sOnCbOLNwYj8YXukOWYlPyfvRDEBPJqj4MO5rI7umlh7g7mxx/Xi64MFSnLajoWpQpLnDOFoHz2StF3EYkOZTLWTQBCAypOT5REvZ6vi/GS0m5N0qHjoZm+msI4gZoDbGcHPrBiK+hKrNf0tJcnFSw4chs3/my82lC3ePT8px3LSK5pgpeTSRQ5ztBabGZtfYIbcMf7EiuM/j8xmSUu0G/xFi+m88bITyym7P8cZThJrWsP+eVPgfEj/4XQ71e56pB6FH9fGqIeycKmwWmIVWGZuoJzexySJPPX2yD33NoRUyaaP3fQDMsRvYypriyJdmz8AwC6U0TXizP6vpINIJ3U3xMbJxwosdimONESxUDNvqHbIoJ52tpl1y/fBC7eLxfq0C/M06d0Sz5dj/8IS/AKqIjwOdb7BG/3rmx+SvaBLBaPcSK52DB4WSOd6BARApHIydMaBKbQtYpG2L6JIB5eHsnx41OTPr1mFs9FnDLRDWDAsGM41eFpz0lL6EquRVAhSHYId+88HNYZC5wo4oED5mhMbo6H4vsvvJ3t7rOLP5GjaqAcIgF9kAacwvqv/SJr+ksBcPUPs/P0MB1OLa+lCp0KV8LAzpp1yq6aNxBaSW59NGpHo9lxOuqqLeLOZ2ptq/eyWFLFeLANFkTz108I1QMJfbdLBf9zbaB2bCZsNzJg1JQ/CNiOfFpHckDP5cKcdYHAx913l7XtoffBFZ1PV1RMV44b2D4U3PwYBjqvQDlilIyk+q8a/yhKFdez34otnhkgKG8qS6BivM8jctAx84Z4HPq/uEb5e8frLr4uTLqetxGOcRkLau0qB6O0TKQUDN9AKIstR5GEjRsKNKtpvlMiAph4t2PIIinzAIkJn/ipXFmvx3XaMxwDF3C",
} as const;
