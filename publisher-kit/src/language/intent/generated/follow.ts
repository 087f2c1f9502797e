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
    "keep": 2000,
    "steps": 12
  },
  "chatsSha256": "db0d98ae0a82d3c97347f89bc4c9386d775e31b3471a72138c99a9c4e2bcee6c",
  "featuresSha256": "6c5704f1f3d508a453692c6355496c8648e179662fa754236b3c88cd768d192c",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "8278d7a0d843018e39dbd114bedd89c74f530112f1379f321cde5aea246b34d2"
} as const;

/** `model.ts` reads the weights. */
export const FOLLOW_MODEL = {
  bias: 0,
  threshold: -13,
  scale: 0.0927861,
  bits: 15,
  weights: "ALvQenQpNLUd5vQ+9cvUUigp96OXdK4QIUZr4VUzi8iQ8iO1a4yYEdR+MX4DUB2quecVOwipbmCB6/cNfuumK0X/3WX+G0nq26qeZVvAi+3WhrRQmSkfWM6BEi7sAC6rihVj22tqiMfQfnyUks+jsWe3cSaPNM3JKdttbFnODw/K17SQ0WS9xz6ABPzjBrikzAws/GmiIUNL28uDXjzlLWWqqZT/cbr1KaHcWCM2W5QS3+ikamKluTV4HmSZuf/QuxOe3hUDUCSxHCU8ZCuvHySEx8YvlWErxbO8LK8QZD5RXZcnknE38SWYXbdnTH3i1BOn67TLpVdRzdIH5+6bOhuJwpu3jJQwFGuzipTiSMIlM/R8TzdKns2PWpGC31n/AxMpHISeQNucl+4umicgFp+YW3ViakPvvUe2uSQ9f8RcUcQl/slaDJxzMGMnZOKhDAAyCCPqwep5MFcXMrn10CDXqEVHAqq8HCo83esrPg83+m3fzcT8kEzOX5cjvZdnuA6bWRWe6SfrP2RXYV/PvlxmHoA80HIyezMo5y9SaAynA4TYaBjh3t2+ez0S3pfDND/N6g4GgsSimwhg1w6BWfvRbU6w9mBUPIw/W05t0dti4FXyCX4yg+XmiTAwYpx9Lnnv6I0a7eA0ECnr3x9bxJx8nr4zQmKWKgcT7Ata8kC0JSfITNcyC/ewjAXDy7EJlFFuZMe7QCvTWqKUWIsGRGlWj40vijnqj3ZnE4et39svgrdELeXHiB1Hqfzj4zuGBDdTs37YaXwOzXLztA7v2zGICSOmu9XcWWOJ+707bPljmMvKRQWl/Db4xLO059q/OqJR2e992CC5lBEU2ua1kZnzLlnolv1Q1LJ1j1dM5S3W5a56+5WGbOcEh6jVJIpH/SZ3jpxYoBVg0OqfFAd4WevV8G1RVNeEfwccS9NDpKYIOpv0UNewegYT4SCn1vmwXpPEubQs51/ND0YzcFnn8fkYddSFUhrsaCSsKCPqWQiJXHz7fqXHOVGKn5qTO2wTSjjdUcIMIs3b6mrYFDCDk1hQd6hALf9YOaIImr9OhEDmFoftvx02TVv5wkPwBXvhuJNxFHmzjE2w0WwBJNgGqdp/czwdaPvjHQeZ+1OQTcyQGd3XwBQMoeP3lfeI6hLJgXyWwv+te8gPmMs3F4QvCP3QQUJedVmGp1JrLyVeD8SaZHwvHjDOppQhcDKV2gGu/3/Xcf1t/19J0tl3/wER1Gl40YtCOS9YCmnY9cSJm3c962KvvcWQ09QMtq5DFmf4MdRmcqvH6V0OT5w/HwpF2hrIb6sQUtwHE7nYCQYOc240GEfyqQi8RdvvftU+3ksAKsBI4M/uy/BB6nyU1PSvuI8ejcarmWRiIQkOyZLGnhELxDuBeXbDrDQ/mNOTGJsvZwccwAH5E5KXfv1IbrxYhd7E5EgPXbkk/5ktnvGGOdMCjla0Gzu7Q8AuY4GVnG13iXjy7lcaVK5TdBghlKrQnqP4P1POy+npFZI69isNiN4BEF++vXHwUT2sJYMCy5AKVI8Q8KKNBiQ+anrvwZgdoLcywJNykdqaa+N/erLMLTFnhgazWeWUlgW+nl/fc/qJelEKrCLR06hGzOSc/dLBcREp/XdweymA38HZ9c8MXY8aNWzvbTV1wGK/8OXB/N4F4kuFaokckVbxg9jJWGAyaMHCzGaU1SEnh8j6ZwjUx3TjCDv4ODtNC3vevNykIviL/0kgP2iebD3O6eJU2Xfa1GLtTToHX+5uMmBfJuuP4nuhdoXBhXM6qNFNS9uA87RkQphEMFpdUyA4RfzNFqkFeJGWoy0C3Ysk2025YRrUyXHm+uMsTxNG+TK+1mocInhs7BLjqPugme+eVQhPYe0XdYx9Qfw9HcBJhxvpLxTyudcAEXp5Ar7HdvRynxgbuIEHxhFaPbBeeMjAaJnKMIcPoTW68uH6sXROMrWshCVZ8H1WjrOkeipjTLdgrEwtgFTiMr5i6uBCTjVZDCWJ+CVe/fhGYPz/SN2i1LkQxdu13ac423d9mUC5qIiBas1yWH+UrK1XnVvpyYvuQ4KA293S4fmQlTGF+r5m5Bd3q9SlrO6aC8R2bbML0StF9eCnkYHrEvM1Hjq8iKU64QbLNNWydVcZqrSTWAnT/4XMDUM5E9McyLG+0e1087Czmq7DmDaB1vuhgsds+b9mdge/uW7q3cz5ivJvzxg9YCK6lB+XN1uLLKz7UrymttbOiuynpqjxdyvqvlpZB6TE8hZPWd36TThJWxFDFBGaqy2krvcggZdNInNdOKH106NZt7cF6dl+2MqDPtiQlqdiIo1rFggEv8rAwFo45CuTbo2oPWUtZWPL357bj+afupL57bFahrrI9H6VxR1ncCj1hfZIIi5XrhMHjzK6FhBsLhqVInxTjgSc/dkjYkyzJNMj6CWkpLgCw7HP4XbPRqAhWqxqP5+RfrXxjB2EDDNsGHD1hHnghSIDxGhfkRDm+hc8YZcWAskuf83lLiiSDVvtUR4HdrKhEuk2SQl+9Nz9be5J154bYya6A4ok4QoIKdAPdmzs2cAq9CQhWphmmIZ00WQPew3Kj18+fm6ts157ZWsvg5nhIQ8y4doBlfiOcRGfdaYNLOfaSCYJ0jCNgBCwehGyTijlIj2Qw3081gK0CdqxgmieQ0iqjVPflDzfBq3g8xNqIlS1yYs7dzyAN7OkzLIZz1BAmI43zK31eugaDqDrPO+QRavfmfBykHAa7UMU4myCqJzg+eNfmDskwlRTfZhvLyekzKgEyNHAGL+gX3UWk3KLCg5Q7S8lQtNmfCN3PAGhoTk67uae2yTLy23hjwcQ+Rh4J+2bmoVT4QPcwbsCdzoScVZ2+7sHg71Aj6fSfhdCmz1pFq2hP0OtsPEpMIJyB/FqDfNGOqZqTFYyBGGFH+Qq28uwhXrNKFMpuzxzx8ClKn2ZIAGlQGgo2qqDnmGWrlmyesplznBExMXENQyZa1jx+VPq9rSekXz/oczsJi6QulIdBaYAPo1sCFFNDg==",
} as const;
