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
  "featuresSha256": "f428e1eac5a90d4ac2d42d87133a097220d7a4eaecd0bac0dc9b90b6a25ec762",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "a1fe776f8ebfb3d215d4088ed0a868d67cfe15c137cb0f17f6f785f34809fd21"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.156176,
  bits: 15,
  weights: "APW3P1tCDfhGt61CGgZhG1o62+jInPz8FZSi+hKsROn4GbyWTYcA2wYFZDXN4BMEH7l1eZ1nB9mH9XNbj2pLCx70hzqT15RCpzrjm0CmTsZtdPmbC5CwxajIe7OBTjUXTGSXCHoAk1DqQ6f25FebI49EtyFFgzgkPRJB5aJhvyZU29v1d2DZqER3TdR6Txu1cKgk/YYwV8UUnu7GbFlqnDcwqkvrdXsd/kaXp8FPQ+vSVEgasAusmGJ/sR7xa8zDuSp2HsP/APWBIyH7NpblIfkd7QXVfDZZu3lLcoBsyvujW8jszd2ixxgqEtKaK95DNcaQo3lB6kmoNneWPJWdyITdFjcfhS2G5lyTEWRktdZS84xUpE+ewBnMi3Tnry87kwYpukgQjZ6kdGuJZhiGLQji2WE4s1ZmF6lsMXdj0zsGEzOgb98UyahWpdNdNMZRnLuIUJBXJ1eLExB504iPSmfeWiexT8gIXi+czU2cUkNNkzpOW4HhqIzj3VwS1fZQT8MM0Z0ruQ6IZQ7QOL/6bQFwqHshDx2HycEF2ZT0Iy3Nb0Xl8GdTD2CjgOQnb1DliLYZmAeLbf5C0qY+8W5IIXqncu/Wsp8TbBstyFKhO/5zUNTjoghyfifqU9ERD1TjYtA9mhjxU4hKioZWhLLztxmEQ0X9T2qA+ptL+1ZqCWttM5XEZTBof3DSjI5wtWyX+HQMxHhDGbGv1m7e7MaSI6eNyz388eAvcR9JVxT8z5LEPfZMFafu0L48bbeLbpZtvjwEB43nFGQ6RpOUTn7irefQ9jYwSzC0FWz1jvkEFWG403IX3aIrtta/0b6yQhgNodAQ0nQSy4N1sgKd7mEj7V929L3jXmifgiMmpH+RHMnxdnChQTZi1wz58tDb9xajw9zRUddBwOdLQH/63Xro2krtOR2rWSyMEYnZCPO9fN8e7IJlIvYgbfTwavhajlWpsFLGvqZ7wTTuDF3OK90PZv4Fl6EqIPAhUu7/aqkozPa6MJSkNaU83d5vVGKpFHasgnAgW+k27B5f87tho2bqaxoJ2kMCX7UbMFNHQYPvc2bsi8irpl6OCPcQwqfq9ZSiNrwAwy9Bv+K7CS4pzKsXP3NS2JX/CYoEifzOKnKVDxKkroNryZguYlandN7zgMB6/QnBq3yh3i5mgvAwGf0S9JphOoDFNMWLetOTMCbkZrXj76Qv06S1nFqVRIJJDhXTQ6RjmaQfy7dzbJ9G+2W4i6gmRnxOTx1RKK3Z+8rNLV7Om9yM6Nutppf4R+0dVtyZrx1XCnpKJ1rAySDuzI1SfTehBj/I6pc6nt/kbUYAvn+OELns9ARr02K/vzgK/q/V9X+Rk54SCt/23hAoMc/KiDjHgLF8Luk6/0VyhXCadfOQDsBwLZG0eW8j/QuP8DrVBGy+xK3xTMxmuOkQga/e+BDK/cOScM3AEHQ0L7Zh3bqOTvxfervV/g0RC08JS601lOeGWjljndvdOTddF/FDaEZ+VL4aHni2Oj3htT2sIJ6wmhaYzQVdYhNlrd4ByrsN2GDMJMloGp2/4fc3vJnluP060SPjcOyKXUCDQpRzxbzPbVgrCafdN6AFzYqR3jYcE+4bskgYVPJakaxhBOFXiyLs6dr9+ysUxtvFviTfGCaJYAJaOJB5GdLIWTqU7wY8kRdflQO2inZCSM7pIdqw2Kwfcb7amRsjki1aQkZvTfwQHgAGveQWULEozPFGB7DvUTJTxrT2UcIqU0OqIcqf+Ku0lUOjUaxw1aQNuWKW07Wm1rkYM5RtpRrq3GSPXAGAUyCJqT35/TCvWQy6vCdF490W21GjWl2NqfHdvbVEQzC3Uuieig0NCz+xqSJbA7RLDg8EwBCvWVxv8M/e4kw=",
} as const;
