// Written by `npm run train -- intent`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = {
  "command": "npm run train -- intent --data DIR",
  "turns": 9525,
  "positive": 4398,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 6818,
      "positive": 3787
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
    "seed": 1,
    "epochs": 20,
    "rate": 0.03,
    "decay": 0.02,
    "squaresStart": 1,
    "countMin": 1,
    "steps": 7
  },
  "authoredSha256": "748b0443d8fdfe7a866253eda9d3572c1af0b3e6e5ed54c7a8aa1c49fcd5b613",
  "featuresSha256": "1d72533264cbf0f5b36c12465f60ca9e6c77867942a3b9c24ca1fe10e3c20ce1",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "e2dd5286610479c3f063bd0570923796acbd81ae0e2df0a888767b21718ce2cb"
} as const;

/** `model.ts` reads the weights. */
export const INTENT_MODEL = {
  bias: -1,
  threshold: 7,
  scale: 0.118735,
  bits: 14,
  weights: "AAybcrQWWbjSgBtVXJBLfWZA6BX/o3DJXoGm9upuJrC80SC6o4+KVaLMn23M3oY3tJNIK0E44hRfAF0/wDEG5CiUNMcVwggmjv3hdjXi4QeYU3CtnwfOJP6G7D47RgHv+SPM4WhCOYBGkKW6JWDxWgtfoEl3J7gE55bRBf/LrAyQfAEWzq++HuZL/zq/esKCaONERoN5OtgOS4IFDUVyMjI/c8jMK8WAY+EkvHHWG6TZHdpUKTI/92AK0V0ONzK7WP+dUv4EGw7y4QGlI2dUE9FR0SZwoXYOBCE23wzLdgLWPbB5C14B6KQee57ecS7ZRg4Co50rfgESNXDk5K/CbNRxYWIJACPMl09+w7LwSxfsmckjE1ETD9ia53VC0+OtMUgCv8OcuPuGhYP5R+swMF7SHlmEXI3nKfuKEBQw5eXY31H2kHuhkDdBo9wMIdps212WVmiPd5321LSyALnhksA6EtjUBMl2GP4C3Fn23hIOElpqeQMel2QvHR+d0ef6mUZ5Fq+1Jvs2rrsBjSwK0VKE0c9k+l2kaNC0Q+kS1OY3ptq2PXW+Yo5iS5FzEoj+6c7XT00pklyY+mLiBydvZxlqykcReeqvHhAufePJIEDUKNeV05rTigzItAlwxvdjaLsAAt8KMkZ1bUJBVkv/vf0kxr5wW1PP/ZWW/jLxSwwmcMM+SZLzgRnU9azsSC0IgqQnnjwgE56Gb3u+cNEq2V7fH95du0nEqKl+yI1IMssFAj1RFcPOS/ZCl2CfvpEGPxibgDdrEffJzbdA2h8GmOIG7wVyKHMAXLDUkRHW1Nd1Vpgt06umaqtNoF1bOx8x2iS1Q9FznC2Wa5IpYfEgJXJGxZ/T+mRUKN/kAyXPZ1lsgnbkZnkUbOB9deYRVDXBh5hJ8ZMZ5gHLVfStfS3PS7uhrbK+1t94p5uX/ZbaiZLs1yRhBGBAdTa/y6UEEzDD/xoC0YoOYZsdeXqIDcq3+kUijaoxipLqJeTv/DX6elfambuszP89P6FRgn07bU3HOmoL13B521XOGMobYn21rKk1CsPxF83MvX7vUkEk/RTfyNNSAdOPi05aU7xy3gmipr1Qxq9rZ7VHVA4RJrTymfDWt9AxnI/XdUyUldCXPBQWEHmnmrOEIbG+pciMzId87pITZZ14256IaB83CKkpF9ptzrG09zcjbFELXwOSwcbjRcVbybluszLSWKVj1hFzFvoLWOg3Sl6BEiJdzCiWxOYZ1528vBIZv2lulX3f8vXznVRZiuemDNTXkgT+yulgoaf+Ilac6ZwdEMsURdaLTf3emdfdYbSIrnLyGQFRJapuGuGYRLjEdt5VyKn7N2L4IHWzKHOKzdv8w+XZTqS6Lcof6ZrY3Qbh01fXmaRc9d9hdnkAPKpfnQg+XcMp1MCks3pTdkgsC9hzEP33L3ry1IZ7Vc2Rwgp3tY6KJvBXyaVz40ufD+aLYzLfXkRhiaPQPUr2OeoWESlFk2f+96t5NtPcxjfCsXUHowvCL3huGLxi2P2HroShdmmsaPhevbBIFPNdQyftZXNxnRf5/93xySSJRkvWUZLifq2h0pd37GzCtMSDD+FMc4GlgzRcy4LJRy6zyzUrbvhtgsWIQsiT8RK2dNnqZbNtiENoXDzBtQFYy8niRxqmc0Gu5KkL3pIHu3Uj0xbldoregh72uQMLyiN0YB7QTNGQ4p7OSOlpbIOnRkr5Vmj5e7IHVJhI32sGQR4Uh9AJBDonPdXdWxtCSHbZv8Adhc6ntd6rDGTB7KlNRLXcI5+LnfEOUesZ1bjnZcdbcyNR6z2O0ZKMjDkoEZzouSCI2/Iit1DtXAXmQd4bgXDKQFsqj6oH8qHWvb3403Z4+4VKu3PEz9+xF9QTbw7FnVBrlBPJF8jFAZZosaeaHYqR632jD6uA1YKdJGFT84x4dAo4wLxMfGL6hrCqjd81vxoeWH+pM0W5+Gqe6YRtWpdmpkHb9b0ZPt+i1Zh1OU1DWfRGkuD0ktSemclSse0XKyrgyWk5A7mPXrTwgxg84eFvsJHvLalZwwPCcChTQ4ZSTGqA2XI7x4ZvrpUQtMfs4BdlrpPHNaHln/ppfckGmjxwKXmUyL8OqrDdT9dyaGnpZ1SW/c+NxOhwvsWbMLxlj0Zd8VWlDqq0re8ZvllGfgRL2KA8VNttfwkXmtP91iPBeO1aA0ye/KXFtcm4nNgeZ1gW/PJzX8Eb9nYwbfgaFVmrYaqyNRJiAElqc0Q8MnCQMDgDyb669lcuD0mvQ9/wNDY4v6SJmS3025D32zWXuZjSb/9s2Famkt/tsZoZBkHtqy9u0okeEnZW9SCainjcwtKJZ0KPallOxMGv4HGQBLwzcwzdLLtaYf9k5pgLNamJVOb1FdWD1eSjFwspg8r/uXcdR/8BagPGwHReCGoT9UevP8+gBkJ3ak+kn/Z+4coknKaJxyPgoid8KtQUfx8SvLd4BvRUo2XHRXcgpFZx5atVhUDT7NzBSFOTueihqjtlwwQn/aVeu7z/2UHFc59BdiTLiE4xaOFGF5EuZSSfEZu2dIiwFzQxHhcTHojK7wnh+JmG8dK12GU3mDzSWPKvi1Yyh3ReqfG7WbeTYUzM9bvoYziQAy9JT7nL5mCvAqafIxAFTK8hMqaisoOR+frJG8HW4HaLIZTCQVkFHlqiawGovJwsqww9Tlpp8BiieuHvcNqbF/FSgFC3l4Sj+5UpqhKDciChw4sALJJ3JSD7ua/KusPs/lnruhBOtFXRGv8ZDeON+0bRYqRoe35kwwHCYnXni9GNvAfV7qKxP8Qy93BS8ogxwvUi2Yvp+6ZJN1lPwdniNK3FDbBsZD+HGhRNjWYKsr3aiEDRRK0l00hbX8QxafxSDGABQKQKIK4b7ojAc+WHD3mXvr8dAzo8uyLQbYezj1IQMXF1W4Ubw08rqtRq5Wi66dekAPQhS++Od14+esaCa/hJ5yqHFljKtFP86kG0UQRvuJVUie9aqIMu3pNc2WTolR4i1oXCKLAttkpFgWyOGS1Z6zQ3fUfvzL6R5VjKzZcIK0LDGK1I+pu2Ocoymjv1LcToMs0t/mzTmBcajEUcDczh2Os6cfaLK8y0N5hGFAdo6bpFH7vN1vnKVPaSx1L/3OMDRkM89ij/JzgaqijlmBOTbRexS/rVT4LiwxAL5eDeK2BdoWYiwSc7++NQjGI3h5FzQ/4nFVrqt5wKmbAHtifqqvp32dCXESmzQitSS0VOACb5LYDkewEWU1xj0LmnQkOWhxolL8JAN79QulSAz2waFJGArewslO4SryuiLDxJIrLNiwP707aCGBZpfs+rZ6g6apTN20CL2OFzjlIRfwu4uzfcYrw2Uu612wq7IUcYb/2i5yKVtPVeemp75/14W9GO+YqRW72kI7NDVvLv7PJB7e5P4aHStXCWbmc+KiPuZwdghuheWVp0rGqltpAbct98G2zRBERS7VRx+0FjtOjgbyQK1zTq0i+5Tt+EV5D27e1qz4aETSxryntsnEn1CDvpu1BU2MDeTYoU3kBL5sdVc1wqwsYTBQEyM9Kash4d1rIUuyGHBslu58aYNVcLEoXrKZCQcph9e71RoOzdOCyYI2r1JvPfKyi4dxnE7vx1cPLmBh+nCP+r5qMRP1tXm0LDb1Nl6QwW8tSPgYft5g/LkDho4/+giZF1q86SnM2ThlQvuaBRSoPOwoYurzNNnufW9n8CsuB6KAFfR4fQMqCHtG2xapS/I3RArt+wtS7Oq+nD9cEtFrVnwh+7tusQ0UkcwPFhWHQUyGDCP90dJUfoQTqJXl9O8IHv4gQ8+RwV+s6llxJwcohM9BZTy7TbxZtZVCBdifZxO2Cd1Kl0U1enThAbRYMH0aYl0AHU1yPdawyNX+AWP1//+Gq8N4/rRY6IYoiDFkPLN8KCxrhw3qh3htpwJxRkTV4Rw12w8zObw0ORkUX4340ICFdFd9cWqcdWqtAGcIMcK2jQHBiCnDFjvf3zxFhx0LrrdLhwjO6vpD7rpcAb1Z5rpFNIN2lDGLIsjCwnjHY9vJWbBemFKP2KqQX5Zbd3VqEYb6jwUex13rFwoHWHmfc0IE7xPTkAtNWyScHJNQA9RMl4Rha0nJPiBE3RW1oEIidhLiDBMhEpmSRkk5xovIUqtGq1bpFexNT4q0UyxTTSNTVXLUfZrMBSztsD2vkJ7ro6lg7c6aROpqLfrFrRIBiE0M8QwzrIfI1j5emnSy2A6v8QGEahFpi4qcONUCyJd2Qi7I6nUCoG8HO7786JkYnFFBXVRyg3Xgi4wHfJ/eeqC76wGeV1vGDNS2txvpvbfTHWJ+Bgfd3FhtSMZIPYEkbXrxxt2jtOpCGwKX3XlbJn8eCdElgXbinkjogtDQghVPUSLU4Sj7VEJyL4Vc9C4QD0dlgkgpVP4+OLC3OPxMgxz3KQlzyVK86UjIctTIGItGJOBjOCLC0LbwbiqGrgd3twgpEW+abn5PF2jcX+yp3izFjm6D9LaKmGJbkCzo1WZRnsKqO+whKTrYF4gV+JJZt9VI475BbY9COjx/bVKuOzn+dCEHw80GV6HbfZtyrwGRgjaeb4iafKYNYLVCUvsgt5dIT0QRrBtCABFrsEtb91oIoG+tSJnNzrYH3MHxJ/sAgYxihCGv47lH5lPHAy2MwPiSlaWte/lbv67VU0e+Y/2oG4pEWannNsws/1yYxPV5gnLeJ2bK+S/hP/QfQ+sUw1Yl3Yl4cdaHV4qXYHANyhzWXOOImfaufAhclpRVHyjjD3vTa241DbE5+jrsGyCwh52WsvbXwD7tGGMk7UC9A63mHpt8WhxFgE095tb6igUZma3QjtySLdBDYXfCAOH/La3IjhKgVh2y0cTAh7HIq4YXh0L7g2nDGTn9RUtpV9ZpweExB0LLI59Y8otNrS3hi/nQ4tsHOn0T0oYE1wCQ9H0G8YFqWT7TzOVLEv2ecRi5FPV7m2sl8KBW25uiaPbiSyCMEfUup03///ez9t7oUlE6addmmhn+oXXlXYdj6RAMR2bl+nf9q6uzQ8xOo089DCVXPNEgBSqsPEwOHqj5EbkrkbGH07zlxmxs/dJ3lApvjGxWYdkaPugb1k3kz7PWfiopxw8AEzTI9qNTMbIU2+dnaXHwWEQ3+PsFjWsZPS8kK4FdHiLumX28TUelD0pKTj+5YAzzpyqv7G29HTExWUU7LjuT+JFU9LAjV8ELTa+9QQIahqiEynwBG7cyInTJg86iuRQ5JKwfW/j2BJenvNBZatHF+AdrkG1lbYDqBiQQzTzRAN/1hrLV7ybjROkpKt8bgu0JQv71si1JpvB7dyj+r44+gr38H4x7K77Jke3PAhhe3Cggr9oP32apwJFajekB5l1QhhaIfc277Yu8dXC9u2Su8JEJhoX6RBhjbhPPF1Nao22/IcXavwdIgSEX/bVpTRLj64wgeKmCSwo3FRY3Lg+Imffv0mPASgsrsSiAXizRbZxLl50LKLdcrr772J/CUSWSqIxwX32GSwBP/+pNjyZxJdq+EdK5kkVm+vxm0JHwlXJtM1vBAw8Fy5c2EtXeng4lZFv8WxmvuAmL6Q5gbIGVeXclsViX4ZPJn+FVMMxdxaFBUTUkE3Zl2oUPM61orcC8TcQo4UQJQDz1xU7OmOGKrMLt58zSJflZpFtmW8tF/pepfiKM2JlHUPX4v8iM2C8W8s9StG23HNXQXm6A30FsFic5ZgCj/KLGDcaq0aJkEJlxZ/uUef8cV/IrDXV2sj12/X77akqXc3VyOk/Ufu0oPnfTWZGdWMaJCr9afJ4wgJ62XL6jpLSxTZkFDa5udhFHFgFB1IvjaaDURApefQ4mlYeCIVCxGhPJ6xOOUCt54lnDdQe2b7LM9Nommabjt3QeqTaVJcxXHMvCReNsVFN18rRbrKktNFOqnyxbE7V9FHRGvkxYrYsQ0MXfWD/TsQskr0+s8qi0n/yalbrQbhrDzT9tReougwrKZyLQGjJB8wolEq49pHK13IUetCN4ZCyMkQ3yg87ZcbE9NryasOACFnB31WIL/17Vm2Dp/nosu4NQjGPcTxyoaQfn5WbcIQQW0xoFCPr4Sgi+kZSxPv8P7l73Lm7pY4sMdrjzqWarno/sFsq0UOHjjhyNGoKFK9IEAeQ6XHYr3oi4XUCMjsKUtEUFYREY/CwEp/MObrGP6CnSh7febZRcjwq5cJVXeRaZkcOHH+JLpyuYdpQ0zt7wfoNoz/pDI8sFGHd6tN3IVl7qlCCjlRhlN1iYnkFbM8rSgxqaiB2P2sI4KoKCTkaB5NypbfhoKo0+qer9SRlA5q+jXe8JA5k8gdIkbdpPbdU6YB7yce7YLbkPHHjOq4Czaif7DrN7Jeji/bmGyXyraZJKqoXqo12t+e7s8eAxHzg/XSiU+NRoYsiru1ftrq3fnEV7WXNjcf/6qNxe6tBbMzTh6VNS3n9BYQ7i4jpj3t+53wP8bJqQny2WdnZIzAHOgAt6JI9alLB6er7hep2g2UtTjiYP8skQrd0M5BREsfXnEZdGtF73HqlxHtLE8g9hfOTKSXrMKL7RCvJCNnrpG15/6VOkNqjBUCdL/X0afNEIu1WNL2jAoA",
} as const;
