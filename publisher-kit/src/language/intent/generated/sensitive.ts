// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 66865,
  "positive": 18468,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 64158,
      "positive": 18188
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
      "positive": 0
    },
    {
      "source": "contrast_templates",
      "license": "MIT (phrases: WANDS) / authored",
      "turns": 579,
      "positive": 47
    },
    {
      "source": "counselchat",
      "license": "MIT",
      "turns": 176,
      "positive": 176
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
      "positive": 57
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
      "positive": 0
    }
  ],
  "options": {
    "bits": 18,
    "seed": 1,
    "epochs": 30,
    "rate": 0.05,
    "decay": 0.05,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 7000,
    "steps": 5
  },
  "writtenSha256": "45a9d27eb791f32e2f66d1bf5b78fbcd81f75c7d848eb5a851ee4ef9a6671cd1",
  "featuresSha256": "a4c61a413255a33e9fda95ed78be2c37b10727fff055d58bf3c58b2e7a0d16a4",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "7ddc9c62902bf383374ef2b553980cc4390f6cfb7404d46ccb2e897c1ca61338"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -6,
  threshold: 0,
  scale: 0.332392,
  bits: 18,
  weights: "APzSd8k+8na07fah37fJzyn7dTRxIvPq85BJyYLSJ6l5kzes2NrjDz/Wk6n8rb6BxmRdUiE7pehaEwHhR4tE17MAK/7zZLtF6sg0ikAobRJ1HArnfbUqq9hSA64HsynZkB1/W61YfmpPPnadaegg1Qdfc9wiCTx1vtjmJZGCKDiVDIMGga9UUN+EiXsy8YnQDhmjOTXOn3eV8XrsEXshBnh5Rt6i3k6WDwFZxvOb1XLcntkP0kSeMo1rjv+oRMpzd/53hCTjPPjqi2XqxJxh9N0CX3mSCoQZdl4Fbh+iRr7QR5TUqrraqLZwZ1xJ89k5TkDbVV8GztKJGStm7/0uIzCAEGDaGuDHZPO3180sOQ46pHehdz/UcwDmXEqRQ0BqMRsEMT62XXqPWjM7T7EcteKW2HyK0CNqMM4Oqc+tnYoDnDBGOACnD31g1x0pFNals6RezsqTE+G+nIyWWgTQUGdyL2XpfceMhmiUCu5OyrOxEh0F3cvOQt4NduA8h2Z/0QlsnmX4E+Mcg500HinZpNBGRF/3aVRMplMICMt4+IU3EfYdkqLtchlEaBVcMoOoieZKYFYbUsjQ3I9UZ4tIUyxpBMEFvxvc+rOxgqoxPWhqeep9DZKLh2MLqFmCRgV6ohpu12UJjCSiLVZHQJ+bMKL87jBykjhluZuWEiIHwlnxPM+c3dPZOGlETLkQnmPab/DjHgKdlB5lXgjhobtv/Y5dZEXpDMXcEEfua8c9be2eUoBoXrM9E/Ya16p6H52denT7pbwW4RZ3k0zfL7/HdJHZLT1ngXYe9f3vQq8ni0rXHD9j5UlsvKNVbsu1l3yjk4ck1r4azGhTCKo9T2VTv/xGjZfuyNh27WNvhGZpzOnJ+ckFzlXu0yeyWfYJmQAgImppUqxG0VR+sB+AYm3vVEI7cWYKdJnRZE0GjqtnFfSds3gPjBkvn390KnHtXnWacacBli4PpfaeLM/jWCwSlPJo2vr0vTz7HcnTP419jsuhgBdPWeL/gWAuAQx1cBW/GT+4XrAxDxTRZHqng9F3NfyYESviLWX2IfNzr5dHThqDYHOMISCXlBIWsbCIEXpVHdF4lp+X6dxVijXAggEJr92vSUT3ZZR++j6JttTJwcrAWv6HZgTCZfG9VYtusMQ6G/isSjgXXzfpthVap9tPlDScyUBPK1Naa5UKcliNgaBGb6zxH7AbP0Jq0Yj3Zt+VUZecgFeVxMo0TiMxXbvccRpIST1kjm50Ib7mwv/1brUBrAZ4cNdmVXgWx2Z7pVudmbIgXTtnnkX6mmHclI347/ea0qT5ewJingz5HnxlkrCD2gjIO4U0SchqHFDFltk89IzkVonto8YJWFFBUca2GJQDGjtH8urbwoM9MHNAGy2wW9h+F+1xEQL/t3x9QAJuUNuIKuoz7abbd01LxgeABAA3qHlrCgFi5VTxhRQEKA2TWCZTno8eiHjEkX9s7mBi+U6xg7k17acd4QdMW2Dzgo7O/spp1Q8bDkS3tUTpzVEekv2LQJPPRABQUVWbXoJ7U5rUbnkUZAKlAmbIVNet7+SIleKvUya4P2qhNETm+RCw0GARYKkc4XEUkeXL3NO/Gfx82YeLNQ7R7gOIvFzPNT7+piIn9xQw/1TAaCE6RKsgjpd0Pjg9cmcCXm2BqLXJ2d0b82Z8WtPLT44iVIZuQtYtPKUTJ6J74piEi1MCccD2K9W6YJAKNcwSMFZRX2aaK0SVwm8PauVjy9uYyNd44FeVcH3TgIwWdvY8rdpboyCPheOEDWQVxxiqxR7C8VqnS/BfwB0yquMVhzoCAyj/R/cezGvEIeNhPxVUVLM8KUm6OT3Pz2ZhyoswbiCObfegd/bp/6nHMmlG55zOrNUGJNTO3mKHvEpUrvCx+TXGtU+4Pg5+umgN5YCfui6xXJVmOCx8nbJnL+7kcimiwQ0s9SCpiMk/7yEwWLYvxpa5viqeRj+Dt4EMeySi3JfRTZPw9KBNNMJq+oQxbIz3vONgNwCQ3J0hhtiS1RIjXoIOGhZ8P8pfMpOUYp8n6/c76KPHaRYVlkf0/FK/WEloDnHZLDTYg/8a4uqRueS5KcGS30naRXCnnNy5ShPd8g1LrFeQTiC4xi/SR4inq1jRvOJS6Bto0rOzw2RxAB/duSCuJaz65rrBYo4xVsjNZZPxlMioZ/w3ogZKjwGqOohgvrIz7qVREyZJJMHme7QzB5Vf1/RvuckGUwgY8zvKYupUyf2ric85Du7/kyPFPNvF4uGJTaQlgrAagqTy7idxHw6xGEupK7ZpubeGRa+XdF8Z2f9m3w1YgcTlFeyR3ttoZQWmbCIP1MhNXQTy/HdDip9AyytgLXIk6jrYHTXDL39iJtZgcjU8nq98N8gzCLZPHpGNk9ceHEdwlhbI86GUgmvIlLrql7U2OfwooYwEW8JvzVDCTmfeukBwBeolQSbIdVZuGx3ugvhNpsEJEyZvODxqlT7E/mODd2rsReIZMEZ8P3pZK1WdhpsIJ8m5hGd3pX+KggJyRh+qx4qIw5RPdgR1oEySS6fly1Eyd2qHfTjS+RELUAOvEdbrUOuSELQaCm2K4cwtHcx+x1eQ9GtoMTpRlTdNJtc+Rydsdrv3cariZHGC77vVuo14lJLdW7lzZwLXQb9hqxfwJEBhEuriwW1huNWylHc3JC49NqEY8Ao9WgdSMiBXGGJxNG27jxP1f422NIodUWhACinObuMiM3Yc55BeyUkJqd+S/feWw4A49a7+s3sjmljOUvZiNIvCgBcC81MTQuSQrOOG2+bsbDVuf8M0DQpO7rEDmhRnb96C7piuC/QxG8Cf0xPdLnYpMcfTzsz6OfyK/Uc8II1z1fLk/L4Lq2MpdyL5FbLz6+HT8RCMQ0mObgamkwEOgm6dXv3Fdy6YkaOj0dCUz9JHdFCVHvt7iv8USFDA3bacxapH6iQcx0tvsr/5Fg5xJHda1qTYbFg6EYza9bvCI0UgctQVetUIesGUTzZHyRAcm6jM605GViiwXQA8vhw+uqSEL2MQ5/IcJYJvVB796bisPT4RdLd/txDBHaIkti2XGgiGgCBczbmdWoINnU/KYb24dvPBi/W5zjg0KVdnpcQRc76aJitiQP3mcK4dYXLqRXbYu0ccTNS3mL+0jYHVhafa9MuB1VlsP/ofW9f4qjJ+jf8HZFILJbMrpSBqTpl98MUARcl20oA5KB+m8mu7f/mFRxbsmhlcTrTe/pXwgtRPjKZj3GsMjdAFBwhXBTm2bDEWNGDeXeuYRvq7jjwJXnIPOSq1oK/+NSa44POV5wNrZwwFuLVEVvOa6t3ccZ0RG7P8eMQ83kAQgUKxSCdfv5Lv4UhAjDtaP3Ms/G+hFnaQSTv1TzNXn1PSdgXI7Hjlv/PGM1dmLF6XfqI6lbpjpgCFP/mpHQ0fpqxH6WCtrlJrkTCgZncVL/+SrLzYFy9+9EikeWml7uVNulh4vssQVWaO3Tu/ZcoYwys1YFaJgjTIICv7zC2YC6wLcYDcmjxFP1uJBhdb4CkPLeRdPxKKs7weharlHEzSjSZ4dY5uqsd+ekRDhmb8lrvO1BxznO0O/a9cNimGqT8wGqCLFMZDAi4vGl70dTGpsXcXNkT+5esLW1jraq6ayuvLtaqzGjloQYrvLNS0OC6TFOveyfDes+BaZqyaykUVN0D++u3NFnG4L5vsrf63D6ESJeffZMG7PK5OqJbRgSGsvOpAqyLhfAAoQFrkznoAoroLKPhglzYhq6loQRdzJJjdunYqqojdhLq7OfY2Al9lxlsYi4OTflTHt3j6tqaKmi3cuqmHjAPclUywZDDhSJxI3r90AMR6lr4l1aXzTq+mh3o0OskObHUKTVggtGaOLJ4xZnUTOquVCXS1M3IOnI1b5Wwcnm6uZufHToeF8t3m5F/uocecBlscUHYHsEh5zP6X48mCWXjFS51+GvEYjhbYs/OKdvjBpZBWwqUrhqgx9Z1XSmEJWwz4iF+A8J9PElXZUAdFs/YhwyoaFOnltUoEjx3mCIrLat7Y3GWQ7zZ1kAGHVlyR+XDcCyKuK4LVp8PdSbm/76WGixBEFlYNdRsQw3HO3rM2x61df82Yat7O5c2i6SZ122NLc0CVjoncDN3S4jI6k+cBVWovAF2rXfS/XqrlNFiqDzEh/uQKK0nOmQLE/fF93mAU2rZ40qEUy9VXRwf1Na73bxfaj2cmzeNtAe6tFZIeeoL7SpmteT506rlnkTdz/cqgHPnHqlq5JL+wvs/MXOtQJEzGfcF2YqD8ly9As3tmfy1ot58g061Oubi1Cz79NkJOuy2dp0pQOZa3whPSHK3cpomIFDDEOTc0Ouki1ETisNsSUeLyPSOPyMO11e15jV+4+CaLnE2959Ud3wMIxFuvVeBTEfEs5Vogb+nyrB0bxyDg0hj3RFLvvgTM9rbq7zY/1PR2lSzjuNba3z0rSldSVrF8jORqJu8HMEPIpr4pQmr58WarLhBvsUQ8giWo9j9Ib17E0fIOP34DibK0nf0Q3+0nWO3oQ4Az3AVnEVP5EwlsjsnHPWsvF5Hb+lyEGp8mAiFZhE5FsmU/IyTdySh6QgOVraTzP67ITfFVXhhLksjMLs77trbCo9dOkvQBPXzEupmszPb9XZPhkKRp40TKZ94XQjxcdueY7TlrIdVWom5GZiAcQLJH8ionfin7g5TZOt4XKSeEgNSJw0EMz2iMIGEreHiV9mr/yvxpYyn3wJ3mco5WU/qaVIGFAMDqq+oCuU+ITdGu+TzKs8oI2XHW2AgrRsGQGiEUmtqEZqC/dVrKIUOReyet1qb+xlh742DeBUwp0LztX+rW63aI63kejnYuEsKynIXpsCNKw9kLoA2YtStpWFlYlvewbVl9wGMTiVS775e2Fzr1TqkvVJ3ICzC93McXn0q6tR4fLCjSUp+FLlyqXTCa9ud9SYhPOMkXYrFbLuV+fDZReyltVcmOxh/ORylJjtgI5Oitgq/rnFe/e8jgE34UR//PwqyvH+DzkO8TBiYuxMlZunBnfkF8moEZD5fuYuLe43igEsBCzAFgg+gSe3KVTSZmIuW8tMOZiZL2gaUOGjMWCOLq8xuMm6Vx9EIIpRr9esVL1juQ5N14l74uKtTmGmw/GszsUpGSVy+/9AwfgzbY77glT5nKlGD0R9ipsz3Fj1Ikw6pmr8VT24wLOqCxuRvF72SCk2qXW0j+CmkpyH26cXY/sNTjHIYJeH0WHuHnVYQqbMGMWA3f5sjj+Qf0Sxh02NqVl4cijE58k5yCEQRqrMFxgPbnqUOUjaJlD2mBFAO8V4MIa4e/Qox1gh7Qqb/MQIMviVKChgnGwBFbx1MH3EOq/wHYL1xg6ArN54zfGYdp7Px6bJHZ9YHR0yMXTsaTmztYHtSyIGqfTivoghwb5S26ezCGf+Qe7wheiSSMdGu/iEMjJElSrG1Ic/xeaTd0MPZcpGfqDQ1ZgCep6YP02kZYrlwsGtPLbwT9U0thIvbMk4LIEYXGKxqW3K5FLu+N1JlH6sIXxm69HpRj3UjSt/p4F19BJxLZDJ7HjrYvTIQPj4VMp7Ensd5Z7Ba26Al9K0D1TZJusi/pQmtcl9zXGPSjffD/S45hx1cySa+7fDVznXIGxDAgPX53pb/k6cu6nIfPRM31g3jtbHG/JJEdWPz0Ypk0rWriFeUA+k997bCw6u1fXyK9cDOwWQ8y0bC0Xi5pxwNoK0gK0yYT8AnW1Tbf/PvLqVJtEgh9M7baDFVFV4Bq/2Q9G0DujD0UhVFUyCHh0g7OMm790om8F2lz+Jk5mF+61cvE5uqPndKyad9lEcjuzrjkeAQWEPxMNx8rq3BvLE4ABny2wzhMiG2ZepvNayoUYOrl4tZCfn+T2D+6bRXDbbJ3ExApcgqCtSnydqKWOtcMkUCL66lZu4cHUoAKLpeebqSdN3ZZe9T6UND/XT9gsXfbaeHYkNA3mUwItx2IZ4jkhEBdBazb1Z51ojV1URYkVtsjv3rL735fyQDENTnhd1mmbMmvJrmlruxvhA+fGueM/8YMMtbqjh3WHOYdqCCu6LixopJxo4uUreLNn10qRong6kDBcdBGsmGROJtDJUgU7fBqbEkGvyZ4on1FdNrIF3zrsuFf61jNlNLNSlP+1MQXXgg+vbleEEyZ5r+3rNrddgR6bFyuIzyixyljHJHrWV6/XLHqlU41TOXlH+nppwsZW/9ZoyhKwBxCi322JUkK0YDLTRJnZw/aIJiB2cJDLWflPN5WmAshnxFEoQE6HrgPF5J5pFJhteCDhsAYEkwweggL1MuDUAiVLVX41bP3PMgPOdxBT6+352tPw1ArYFVs8GwkX3pud4s2M5x39JpfKb0HkxNUP7n3ZCJYY0weqVaZ8Suz+9uGk9Y6GLzRyzvQmGGCocryxdQ0g5EtD9J9887OX//brnKKWsixChvpo7zeaMU78H1rhRigAMAn95DinOma6d+zCdlw7+H2VbTLAkBtgT7njzWzQ8Vm6PKX94sTTJ5e52yipAfkjXumOeDNQqja1j238RMfarUtkCOEnmCryQr54JTNLAB9KTpJ2W4Yca77XtdCJ+IFPrrtQCDTS051KQ7NZ924swJIWh+u65BGoKROubrEhU8Tip9tnU5/ece6vdycds7PUz0fSRMpoGtilVRLKf7+QSWt1UfbKhGDL6GQJqvIu0g726pyQFuQsLzBMLna7Pq+oMWKpr9/zGChdff2IJgNVD5JmdVUQFsYKNM2jTzga9V69cZwgVlhNDLeG+P6aSIpkEATOPPaiu1pR38w0MA/j1tX2lQfSql5T1ClRTk65AG7+H7Ht14ew1PbN/sw/Fpvzzr5AqvBVPUrCkFTJH4PK0tnkCNt6yDsmGnlg44tiaVduKs6VxcSzYfQURfJqZlUScK+NWsC1cXbqeHdtS3MTvFVZeXWIDoLNGmxT4UvPuSP2Cg65qWZ2HM24r3PzLBetSp5yfxKfVC4AhC1wwwdaoHDiQq9T1WNyPIBJvOi9I04K5Wq810kHV+kex0l6NOIIWJIew4mPyLgloxoSS+jxcXcJsgPcEQKqAtwoysvpbOn4Arm8L4GB9gnSgSOYmgOu6GaeyEk6Wb2ByKzPiSkhp2qVwSfpa1lgD1CzwLoavaaR/lLUfs61DBeka4qHAHeabYNqbZpUZS2mKsLNEQKiEUFogn5A8ueze42+8Hi7USkjqekRl3xPf7MZ2JsPMB0tHM0DRyHeevvh6i3QhuYIwLjKP7CJ2+72oB2s9DawYDPRJUiFG/yvj9ckyRO5xicCKajMHVmOtdgyHR4LFL2cMM62wgY47lugAx+lVbfIdbGX3NlLIzmg0R+K0bav5WHSDO1iUnlcz9iAkPN1lNh24CPMu16wHYwj5/Tmn4hXiOuA0rjlDHzsosrd/ZptN1aljQtF6bxIMwuUfcQt+FkoDiV7UNU5uyk1ubdTMv+zBbhBbCjexro+Qwic7DyZW2MGl2y1vYghAOrgtdgZh7S8rZtd72SLuchchpCf7NI5fLzxB7qv6sr5jzidzCDzJhK0IM/2Pg5aX/zmG/xeGpfSKOlElE1yq4UYeb6COIYFpeKfvMqigz+IlL48pA5zxUJnNF9QYqomCUiPqk1dHhPeCaHJbskweBTOVwlqo3AI+DCG2X1NK/3ijZ851U4YYx4I5FYYkxHuyNnt1xBc1tyDNshllJadqsHzXZN5dZrx8Zmzb0C3CkT7jkNrhvhdZuMMOz/OYpsdLGb/bVbKutq3QYMNnjqa5qGVqtX+RM4iNYRqzbRn2rd/Rl26VoQ99dHvLlE5+/cSsVJt0dxadFio+PHFL4JUVx0zjnRWkxE4jczgp4PVweHG9WjFNkxV20n/vaCZ6yVi70TTqUT/fbIPnLsSx0pJhg9i4ZZDNbUgIr+lsl3RsCUpeLbeubOv/rOn4RifKHO5e9gVJZ6giMCR29wdykB008nS1I5jBpxhuHiZbg40ecGcJyK+0YR8EbPMNCNHTHKVrkr7CRAzqOj7vJP3NQuxAnq/HhArkNkXxDJhEqO/yQVzwnmxxOcRLGIo3wriS1hysZRyHRChQUhewM5EKAqOkyh1Aq9mdqQg5WtclDTN2sd1NyRR5vvXVNtbYQamO10W36ko9yfJrry+3X6TcVB+7maQ45KQ4wbwWHD9ZDx/ObkUQogN3EQx6pSl4DyRXBrYtLM+F7RjiizrFglmHQgqfz1oK/GVnLVTntQMqNg4CogLMyd7AoEFCaM37/0F2YSRoeEmMq+E5HhfK620s4j3Csmvh4GbecDHCZ1vbdyvDLO68GLPlhnTBnS7+nnYqp72kt8DYJVsLzJijry5/TH9Gh+JZPiBmYT6JDKGXTdu2qEtzw4Y2A+EYy2GrTOP2UFVhcLN2vcqRXVjo26DL984klNTvsSLlEspIaFI6w+QusYGC9zgJB3r5W7rBeZStDAkYYHyfr32i4VFvcSaPYs04K1MxcZKe4dFNnXc3xAgX3gQqIYCR+yGx359SXwaYH732gn4dYWpNex8ElfPTMMijypMECy98ZuuwJsXQixqy1oGOAo0WTbAEgSwnQMJUorjt0pWMNdlw+4y5CGMlRi9Ruaj9Q+btLZdwyEIko4tS9QUnNo1WPP9vJCTrrE7Tpnum4QAw9JqZ3HE7nI/yBGpKMPKEd050MDMU2qCnFhtAUaCiyCgO7PqVMxPGhYTk8WtwOQcCjGEQat9H5ysPRdLXxAZH5A1Gzny0Te1dVXJfdGeXVhD4JJ9DtJ7BUSCMGl4mEdB05c6SSveyFo4eWg242GCFDFmc+etgID4D/dOhZfBdipPbDfDswmM41K/O/6Y1tMnx2SuPhu2egqcXQ1B+JIeXZLTMl7sl5F6mvwfxwjt+Q5WsJFijwcFrokU7hSLcgWuzInm+I+fzT5DLQuIhJCx1Ft+XdSVBXsO96hMQzdHYMo5awmPskGZeA/VJ/PWQWho4KSWZ3ST1Px3PI19f7lV7kb0xC7uxeOD5niLTvkIhp4nu2DG816mlbmJ69HeZWlknRcKoEyxSO1NB8qmjknoFr3zE/+zNrsIHhnu6tFtr8a2k00q0j7wIdvZfshQrMX7A5m/Xipvg5WJ3ZJ2DVRcwww5PIzINzG7pSpGJPklZkeiZUTfJ6NiL0p8w7v+LnYpJRpaWU7zcGVfUnnPCj/8OKDKkBmz2m1rKuBwnYv5wKgZ/74WiOiw/pAFlvLqBZtXN70g7qyDVGIvUolQ8pSRU3+Y+rS4UUJv71uL48BYfvlRDTdIZw2baUAEPFDF98CWOu+94mrAgvLYKceoq9ZHIVDUYBc/bWzdZePYT6uieQEDoyCUBbgCYxmCfFOHAwHR5kK5nS8ZRXG3telo6IOqMqZ9ukLjJcyLNGrx/dQSQFjFegfq7fraC7fMypxsVXkh1bHBBKuimdjv2kaaIQ6NkfCirer+qCwHGmZfDeCNIfGKfjVff+esoSdBSaKj14XWmMPVGvHoI9Hl2vVuHSnCdm5d+7vo1US8dxAcuXKpfCXvmzbmwrQLBNcpYpYu1L6DLZm1DoTR+rfd66pJYyd5n3mW2pb8i4Mn6J1PescInBkFk2ZHdEVwDDeV+Q6RK1lotyzkcMyXsIhmHmMvVRZjbPVDq/sdL2L9IpF+LIPf/WpDOfTknBbOe6dWiNiMNj8wtWVxxqRWfvuns2DRtz/TzPZxXwSaz+m0xyKelqaA8DXtOFAJeq+8tuQ68PGuFmvsF4SEigVONcWUmRW4gtyXAxJH2cChDOZpALI3QanuFDuBY8g3yOAo+zXzuFcTSjAX9jVNqchHCu9RfRsFpRxZS8qPE0tdJXbPJMVYb5ypJjZ+2220d7OBr7vpEAi+WC2FvQl1AohgrVKInEu8u3J6P47NUhj4r6e5XOY/VYmYgRjCUc0JdUKBIY0ErkdUBgITWaU/RBs54SN00l7",
} as const;
