// Written by `npm run train -- follow`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const FOLLOW_PROVENANCE = {
  "command": "npm run train -- follow --data DIR",
  "turns": 8157,
  "positive": 2775,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6745,
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
  "featuresSha256": "294f0f5e003d874473ec5ae0be72f86d48793f674766ea0388d18819b534417e",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "3e841f16e1a49ac5dab3cf0cb7bc6ef06c5df8f811c854276eff0f3cf862b139"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -8,
  scale: 0.141517,
  bits: 15,
  weights: "APW7X79aTCQJdeuID8zUm381YNEGKRCLAH694PanEr0Gj/mep41khk18NsKvY9gVie5tYkJU1/slYVMJyckveGWfOFrkl/JAnvZrUvlnRXNf9A0nbK9bmbUVaDO6kecsRsQMwGQv/NBbYm7Q8Awt4ltspIwkVIpksdlKo1aqbN2oGerLMDbmHHcNMUkJm5GC2bezeWzd0u4o390HSdwoMDSEbZD2Is5Z3Va/FO/gnSlYDORFlkJARrtNyIGSNJsGrsAjrovrAOAB9pQ1041xlOMiz8/tQRrlxm5Q+u3lYoyjhx/hYDE/tMHyb8xatdNNrX3M4co/okM0Gk1LftqWduxA9rakmqOByP2Y22Yi6PUMJxCaK6YHLUcAW/O5UacqsbTNNUawnw24QplVdFlhNnnwLSmJKBQ7a8AjIipvY7pZL401i3ji1GAtlCPHTcYXOO+eLsuLPidjibGxMom0Okf2Pm4TomQk+CY6zTYBbQojjUZMtBn7XT8rxR0uZRW8HGgQ9a/2E6+su8PmF1+Yc7vhe8t8Y87p9fWz5jQM9G4WfbeO3efowbdH7QbhpQ0g1NfvOubfe88hH9CPxa6sX4VRKwmMVFA1X6Cjx4qlowWv6SH1f8RQasZMMkd8quP73AUmGZF55F1NDZPFBV5xVeBqfQNECT49PEwtrS8q+itcUcawE/HKK0cpcoDJrO9mYn3TpAijITq9QamcneS3c4HLQ8aJZdjwvw9Vs7LVLlaJuVMi1Lfp1uEC3YiTgi2Vp9LW6tojxDhH6NMvf7ervo/hYk11HOh0c3LMDzvjX/+etb6uI5norSmvka7lpyGwjX58FIII4NE1+Pyxl4qfq7+/5dAlH9runGoLZKuXExEkDJhTrgqFmhEajlcWF9j8K+r5N5CUp1VFogE3sbbmDykadCuxZF80uT4FdaDLnm/rupkotPuGve+XSRctzgb+e22J6pGEjILRi8z2b+wO2VbZ1IZ69OeemVbFHBTsSYDzwLq3JGk2b02F4Kw7hBQLXG95PXE0Jtwhxj8wPOjfiRg2TEnraLjNKmef9Eko9TBo36eEBk12bX5TeaTO36s+ZMb7oHwHwSHkm3Oskq+r08/6ZYoRyPlG4ibgBgr3r2AnU1Oq+rQQR5tg8WxW7cQNEp7dnwX3jZqpjeqbaTjM9JKRZ1RQ+IVDMMpDJ4+qKfukxznrApDKTAk/eJeJ4hHARKhgfATVxiN30f/pfLhREDKPo1qtZqrjQg7ncGmLbiiKuZnnIfNhTISnzzHj6CfQ5Ue+G4wMyjKSw36o1ZU6s/Dl2/VMT6NMhna95JnNxBoyjcI8KuT+/BsHc5AfA6JdNUunHJyVrcABKQyiIDs+5smPIfiglkxQZdHxYzG4dfkWCkakiwsg5BNz8NhYrkWjEgnEgh/9fyeGdSv7qpIdqJN3/pwbFZB3Zj/NoOUgix50x8PByqonIjktrwBjpSnsSbGStC+ZSDW5SsFoEl7lo/fU1pDTUYk/gVAXjvlaG8+VyONxxktOTvsBs68tuLbp60haXkz8Tm4S55aMAW/Bkwecj3JjrVRrANmDO+qif+lDurbxUg53/lichdz6QTt1zSxeav4WJH4m51vYGCAyL+hpPV430VFu2xQNcHnaAHBiwOnDMErI4RQEiJWQ6m4P2+K1lYZ3q1x0ttQuj6RYFe/OrurqIqdXvh+3Q5/2WJc7PMEAZE29YPoXnvA//b990Wyw",
} as const;
