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
  "featuresSha256": "88ac87337b4b3012d5ef6a537d62a48968c8bc0fffb18cf059be5a8eaaa40f84",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "5b9d9d2140be1daf60845245fa9cba9d732ba72858adf802af1b5f580b72c073"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.15605,
  bits: 15,
  weights: "APW3P1tCDfhGt61CGgZhG1o62+jInPz8FZSi+hkAC/lAKkxBT9D4W+n4kmuOtnTQ3zD2rjl6q+p+X/FsdIKMHiIP8724GqEqgswpC3j+oRfJst6yCN+jehEvBGRbFV+eh8EKbfZ+hzXVxwCaDYPTtsOlMOOp6uARLBfdxkX2FWsAdkOyDlGkOZsF2aJAsTHaCjASLt9BMpSAaswZ9ME/+73zE4M0OYbjXVi98PxJ7TyHXaRv1c6DZKS0JT/axU99CFzYHw55gqFN9jtaXaJyqxxfd8nJnZmmDdUTUjCN76YB5nqjSkl6mYnvlMTa+ysJyFIFL32bb+ochW1lVPwWd4QSHCwZNG6+C6BgLk+bK4yTMKYgBJUsgu/3cwCBflu7zA3PVFUGnHtTBFo9Vze7nDbzB+dSgNykNJANbizt8g63Y+hI87IdajxtqNgQms6ye8KUxURakBz5euDJFsxXS0mVy+KTxK3eRbzOdYacfE/mzbz8U8g7Jb7TMs+Rl5pnHnGyVmqzvq7OaMW0P9UO/QTK2pwYQYHEeUEKg5e1mbygJlUGwPLtzAqY/OngcH5hDjjQX/fG0I/HQdUFClVKx7mq5eP7NVtCC6J2EVYGa/f5v5JaMv7pUQ129A63C4vjhJjZKW6qi38sqM7CDsHAojzgpKP6fDkplAppWKZ7eL7J6f/AG11qhNs3KtzMHwM4YK4yyIUR17LOHOnHACAA6V0WRPJODnBXYDmlvuZs1huFelmASlqnkKx71k6EZY/kFF2OK4n/UURVHKn7NXRw5eqCutkn1bYpfgbDodhpzeZAQpVH2Bi7lI19EjkRXL+1WKYhusggwfyPWMHuGpBSU/IPmlB+HqlaitDj7RJtsc+jXcCAoR5AUn129rv6C0JO6d/M5lAFw38wwfDQAPIpPAq7G3kOVehUKIYBxOEy4DQB12aqU1hWQg8WQBeoVR1yKJwldzn9a9IA16pfDVUtA2p4qzqOqhYvxCLFk1QMqwUMqepjRbWFAtO8vTfaSijxd8qNT4RijPFDS4LaJ4+lBunznuHGxys8IVvNAHCDUPqIc2T1tTT/yzf6dn3rL9AiVwoqUIHbDr+Ljhs88H6myVgHzYqK2iaEQLKBhdMD0EVbJ0rWRCE4i9F/+/G8IQDY/vrPzUYcuSSPE0OmUMO7YAiLjc0a/LFYZ0AW+Jx5ObdM2xFjH8g7oMkxGH/liInAJtL+v3QqBIc8piNHF3NrS6rrxJVyhy8C0QPOLADB0nv7ChP+nuGrkqm354kmfVSSS8gTRlARYX9kkSxVthjoa9OLsePkiRY331QCwP4vXsC4jobV18iQmWgvC6qXFDJKQbA3nGGP0jRkERRAvuFym36Fc5XrMWQOVDd3rOsJ+fFk2f/XqW0c1aRWnlBkkMuoJtWNd0OsdtBtn0QorNkMcjoIUmNVOhrOpeATUvxBrySx0aJRVsgd6X1Ra1T5r088Yoxb0egSljwHD5sFnYrTCyGUHNxNoVGmDCBhwL/Juad4x7suY86NwYTS63IplIGDeCtCLHQ7HUaxBPoXKn8zE5X/USouBduyeNMQ6R4pf8qb43pGfV+AmzIm8t+aGG3IvsLLncwKHHdKdnijTwMcqmhnoLWeklq1qJf8gnUQU6Em2ox8dVwOOYrPdumviAYJSTgslg9JVbukkYuZRUi99LRZgNVoJ7eTv2/gBLBiBLD2wHmX4oha0PXysMGk8Y/yH0PMdpdvAtg5GkHbtMcRhH0ZCn8TTzMMGlqWvdyhCIGTlnfuSTxOpxvMomD9BzaRWN1676TgtZ3Ar12XtjSDnMqRrLkMPregWiIPhp8ivC3Xh0N6cgywh/eM0VIkfxBuCgONvJa7PpXLCry6NgA=",
} as const;
