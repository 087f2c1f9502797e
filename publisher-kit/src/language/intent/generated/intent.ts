// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 9794,
  "positive": 4599,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 7087,
      "positive": 3988
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
    "bits": 14,
    "seed": 2,
    "epochs": 20,
    "rate": 0.03,
    "decay": 0.02,
    "squaresStart": 1,
    "countMin": 1,
    "keep": 4500,
    "steps": 6
  },
  "authoredSha256": "8c294b9baea1129d01a4a1e8a35efd1baac2d7471148cbf552ac355a6eb88dac",
  "featuresSha256": "6287164f7fa5192f5c23d66a8b8f3afa750eb077b12d507682c7203c00ecf034",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "b0f3a39aa3d5ddf86d4fcd4ca6ab77a570bed5db91c1d7869faa573f1dbf90c4"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: 0,
  threshold: 6,
  scale: 0.150628,
  bits: 14,
  weights: "AA4TdEA78egIqOkZAcfbIEfa5QN3WEFrlXuVu5S7vCJpYzm2HpMl37r7tabu6J8mo7u2NeZMS7BxlXwjJEOliopvW+hCjPjmZZMcCGr+GLh50nJXZK1iVbEbOr/pweYGGkCE0G1kZvi1mmDOTqqkkazJNUs1F86+4J7giNKgAfj0X1raKgCaj5Jei+I0mX/5dndmYX98rM9Wjpsj/EC6sMYN1UemYSk62tyN5FWreZB12euWeaLwWQJzirPtniEDWpsrqeoeLQrp45WbZnkotIcyN2BCE1YIJCDblNJsP2nPNRxiJvu9V1tq13yM5O9V1tr1oIYnhDdGAeav0fbRp4dxxpoON6LkXiIDi26wwM0O9zxqVVGu3r1y93v5V3FhvddGj6b9ysNdHTgv7Nlm7aLup6XK0v/l4x9LLg8wTB0h2BzPJ9turyDPTbNy+0Fh1z1egYyTzPNxLVlz0ixMqSFiYLSRdtLcuSkgQ7Sw6VvxtpABTSbM5gdnfNj/VSOxB6XKnnkNyRxUT7P6nnLCJf32zOKAvjSlkiO+RgwYoMysM3Jd0erCuiGoSKo3ETkRdCr2gfARmu0ILGBUHuS2xsou2ocEKK2s2JD3MbTyfOHlpFqAfdzp0izs/vEiP5k59S4eom0Qn/vcmTcCJGbrfFVnonrUWs9ATNhYZTtjiOo4B5uukPqfPX/OKJcbZS0Fx9br/8+dni4XiiWlvq+0quUii9FqLz5LKQ7lqhlOZVIdoMaGGBZKkveli57Eifp7Uw5BDqVSevddnhdXV6t4BK0iPDtkT5AI5Wz7fBKVFy0CKPWkmdqElyxDWSp90wjK2bDBLYQ0XsNSyxgorcmHi4iW60CK2XUErL44dWkytEqcq/dyWZNJsfhigmMGmqFlUMCm/F3oww3zNwPo7VN7b0pKeXpyarRaP7hFTGUHZw4MVDpsHb37wX5cE+yeP0tQACHoQQVQ7AD5KEke0w/5R7ZEDk4VCwSfiQctVjbar2J0/29IbBK1gcq5N/rsDdsVz+Ld5CSCoFkBpSkBoT0VWkis2YzkKthLrV7MB5yo+Z4FVzqJdCGAerrdtiSRvcpHiNz/QLvgoQCie8uN+ZH8eyfPOFmymNfqURq8Gb5uY9PO7eunpHrUX/x3rxg35kWg0KuK+DgOwGqQvdH7GgcN8qEjVNTf6B40UzzkDieSojvgLtDXqmvndUvULCkdYl/SgTcvR59x2m4lMBfy7KzK1dWR3DM7/Vp4RE4QIhOUGRZ3S/uWSQgvs3MffRvo8I1AUkn87Gxoc3EQHeRyiJLqSr0RVkEB94Qv+n/YNbAKh2QyzDR4X3sMi3h7bGq3AUX2wWsXkJZYjo+zWkcgEWIEW1ja4MqeXaCNoi7bTYxMAAPExzttEZVld7/ONaK1xZV9W9xywmtMSRwMmJHusKs+YqRUPxP7j9Ow+pPs8A7FmUcNWcmolMkGYVLQxlJnbLXWSXeaLg1c10yLXyKMNkcf0ufAjMPAlpsbDCXqIqZQ9UOLUJlbDOM+Gy/G0v3eTWrAPE1LYOqonkP+fQ09cje/oZ5/Oxk1XPC/nDXil19Fg7+NRqF8RP3A48AhOB2eNtmoWJ82EsuB1Joe7uhZ7HAgQZs4LWt8SnVVQZN7n7QzlN8x1DNHt0VBoLcN7+2GJXOXSSBP8f+i22tsYLEqzZkVOBQlAxUVAFI2tjuxHfQqC9w8qOfLZelNT8EM0pU+7gWLLB+vzC/4tXYXTGYj1yEWOrVxljarisi2KdGsyfusZOX8Eoxx1BfrVZJ7IzKRo+hPEQZMvvK1dns7NaMpQ3+UI/xMP7c/7cRPM+HD4c0e3R/0zeJg0zLDJsQfrXWprspyoTyCUHvhHH7RyMHO8q3HRmnv08X8f96kOTYnxxQXiMWaAtLjF4ixLt+U2ZrhVED4K43/INBOsrdbqXuZVm8PJEm+xKCe7anhr8hR1zIJpi2JpEHri0FLdzWEpIG9/25vMSw58GJBYW3TJl4J0CphNkLhm55FIbdaoQ4PxdWFv929T+tX3atUCM/sxAFtGGThvqT9AUw9e/N3FypIHpumUeashlhunjQZf4I0DJvICGNEdgZlsYQLcaLZvWQGrbMrQWBHm+VkBgTKqglbV4xuSBALjsXHDQTvGsLP7fbsLR0RJ9TMQR3OLHY14yh1oFeoR+B7eDkCvQLR9ecmWGYZyHhbjsAV1KiaMTmlLkTkFeED3dKsFNLe57vpaG529sL4e20kD7GPteEOdM8stnIBBTJhPyf9pCt66hcaSFqh7L0ltFcOICPYS4u2IjpOpgOzexv2soB9+uwtJLDWfJrtnSDwU5DiAOrf4TjRqpMNtubh6QjOP4rFTPmwjQUuOLoHkpQeCjRrAJI3TYi7ZHnYuG+AW9kTm13Vt9vhqCkYSXO9XRAtbEcqK2DugiuODnLDEOKY4snKLWHAMp6w7obQ/RQPAJj00hIQMVXB726JsZ7Q2dkazdWbrSS8ctPHLtFFMf4HIo1Ra+W2glECl6GlNuvEPQwJyn8ZrqPwx+P7+ZfR/vAriFjwJ2mKgaExtU9DshPyENYfARH17EHZkBPGnBQmDaUt55Czk6TQDcYJ9yYuDzR1sn99qx0TfcOJTx8GKvCen+7wgWCUOs7TZDcGdA2V7sByzNJaT2M80l4TpGKRxB8R7+iLT4yftkAP/gbBQ3vK8iADe7ekaOesIyQ0WBEDDVHWGXaVK/ZXG4t+f/d0whjbzjpuxAUUn3DVC2ypFBsIG4Bg11vbAprSllWPzrN3yN9FxLQvBzhP8IUSk4NOQ18fGgDIwnWjY9SfQ1DRTjxW4/veXMnlWOyQS9lkbHUj2ny5Cg0i+flAFw+pP0AVaUEtB8SaA45vvw+Q8jGbj+C2EsBSPnohmOchwvPaqgYchT4pruB3fqsI49Gb0uT6Os0om2NYE5ecrd6Sy8wLLgRwHKNuNdw1mvVkS000i+/BvSMae1zqaoD72VoIwtJeEHz1GBKo3uXTnXO+PhRrH/1ne1sGvZ1fvOp7FW7rYrOlSJGq+4NZNHXbQDHqvwKaup/mmTjv4thj6F1210qRFrO16a7ircJdIKNPaEUAKIRnwMe6MWJgfIn7CLc9O5Xfth++wREDi5IMaHSDuN0cxGT3L7w4MZUyQD7cHIxW4b9+K3TeJ6W+XtS4px9LjftjAfmuBao9tHmGPZLBLaHnTH3Ba4h9LV34I7/yjULLp10wkKqUgvIOJMci+t3g4K9l3VXafQIyvDmcQZ0uuolx3UgMUyh8cgtigObXUo04WvfJvfR/kpe5oDATwzAvjQrxc4QFxQR7T5ZwyqP+lgeldKkG5TVlKRngoYVozHEFYtRSZISMcDromGLGcLyOOg1gqcMhiLHy4gwFX5ShPsD+JG89TeewM6MkP7SXuByTJ0VqctF+IdP2l55iGgbaLTWy7WTDXZ/rQCRzlNCKZCTQQNryRcnVp7GFqa7Rgi8vlA71cZ07tP7hoNHrOhMDIVKvCQ5LB2vhCZXjrglxUkhEYCiL0aJxzFZcA+VqBkXbrunZ4sQkWFPSDXoQvDtlHmRBDtggq7CFyIC/BVNXOLkAHvCtNikOw/z52JBkzGyOL+i0vkmREWJr4+x02EnmQisR/Mv/T1D6VCXJk4BDmg9NXOKVL9wBtlHRGvW6u5u7fKVoLFjMyKXBlSoPxw6SbrfxGuaH7XqMCbpFmTy36tD7ESIC+GbopjlhV/BG3jDZYBNCKn/+fKHEEzBOQ3s+/zm5uLCxaRCCpfanz7UcM9cXPAI6h7K8rpxU91OYYdQCFJXXGZQMNPBUl2E6TU77v3drDfv/3FlKWMByXJ+qOggFkSQbocCyn/lc+ACz7XUP9VTc3RNPVZbnDJzDa8gWLsJQvG/9LpKcJx7fBBC5ucpMJ9E1i6f3rqTvsIz3xlVAdftHD03fkxZu5bRZ29oS2e7PYJhIiSdth8o+tpjGeE6Ln/zB2sE8cvZj2UrSNtZz1T/8icAnOe9myWC7+kCijOy/qSEpXBuk7ryXJP/HypUbtviLhjqq6LaYSJjzQlsA",
} as const;
