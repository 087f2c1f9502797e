// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 32753,
  "positive": 13094,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 30046,
      "positive": 12814
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
    "bits": 17,
    "seed": 1,
    "epochs": 30,
    "rate": 0.05,
    "decay": 0.05,
    "squaresStart": 1,
    "countMin": 2,
    "keep": 7300,
    "steps": 5
  },
  "writtenSha256": "0943b2adc3a0372e6bb77589ac4c5b4667c9727b10ce98466ae0d334541e6db7",
  "featuresSha256": "61854e2d4bc09343d1f2f61519e9b30dc237503a51e018edc2a12c3f89135902",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "17633a2854738ff1cff21b30014588f170249f9257f66984c349e2b1e4d5b7b0"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -4,
  threshold: 1,
  scale: 0.295209,
  bits: 17,
  weights: "x>X=W4X.W9b(Zx%b>Z#W0Zx&ay5a%X=V+X,X(W'X4a%W&a+Vx,WWx(ZXx$X7W0a<X-X&Xx8b&Z%a)ax#X)aX7a+a$W#XX+a?ax*Z*a*a)Z5W<a&ax4X2Zx-a7b+WZ<Z0b'Zy*W0ax,a,a=Xx#Z#a/a.X%a&a'Z>X*X1X9aXx#a=bx$Zz$Z%Z$a-X0Wx(Z5b1W?W&a%a(Zy=Wy&b#b-Z-X(V-Z#W'X3a0ax*X%a0X)b$W+X%X#Z9Z*Z;Z5Wx=b%Z)Z>W$W5W$a+Z.Z7b0aZ'W+ZXx/Z'W)Z{=V%b)a#W+Zz(ax6W+a0bx)a6Z%a0ZaW'Z-V/a2a$cx0W1X<X%Z$X5ZX;Z#Z*a<Wx0X,X/X6X%W$W#Z>Xx&XW#a9aZW.Zy1bX(W/X#ZWz<X=a;a:a@aZx&W%W+Z0a,ax+Xbx.b(Z/Z/a4a(b,Xx)W)X6Xx(b1V'Z(XWx/a:Z,Z>Z=X=a1a1W0X'b$ab%Xx/Z8X6ax)W1Z>X$W$X*a)X#a)W&b,Wz&Z.X&W=a6Z4X#b.a-Z3b$a6W,X0Wx6X'bx%X,Z&a(X8c(a3W#a%Xx%Z&ZV5Zb,Z?W-Z#Z.Wax.V/bx,b-Z5W)Zy.X$Wx.X2W/a-Z'Z,a#a.Zx#a7a2Xx6W/Z6a$a9a'a9ax.Z=a%W'a'a(Z'X$b&a%Z(a{,a9a<Z2W=a2a/W1b<W,ay,X'X>WZ>a4ax1a$Z7W@W*W(Xx8a1b#Z-ay0Zx-bV5W%a,W%a'X'a#a#XX8Z&Z%Xx#X,a1X'X6Wx#a%X3ax)a0Z&ab/a#W+X$Wx;ay)X-Xx7a/W(Xx3b5W)W/V3bax(b(X#Xx&bx,W-Z&b6W$by-W.ax-Z%Zx>a8a*X1a&a#X6a8Xx2a#Wy.a$X%W+a:a$Z%W#W-Zx.X&a-a#Z0a.W/W4a.Xx$W+X:Z(X%a&a5X1a.W8Wx*a-X1b,Z#X7X(X%ab(X&W)Zz/Xx(Z'a,W(Z%W%X&Z5X'Xa#b#Z+b$ax5Wx-W0ba&Z6Wx+Zy*a?Z'W$Wx,V)Xz3Z@Z(W%Xx?W0W2a3a$W#W,X;a4a1a$Z#Wx7a#Z8Z(Wx$X#X#a,a(c+b'aW3W1Z,Z+X3ay>W*bW+W+W'a*a$a+aXX&a8X)Z'X?X1a=W+Z?a&W1c+b:Xx/a%a2a=acy5Z<a)Z)a<X(ax5a)Zx%Z+Z2ax%Zx(a+a7b.b9a:a8Z;Z+a#Z)X@Z1a.ax&V1Z$Z0ax0a*V;a-a9a;Z'ab-W-b>Z;W>W)ZW)Za1Z$W-Z9X0Z+W(W/a&a#X%ax-Xa'V1Z/a(X#Z(a(b%a%a9W8W&W:Xy(Wx&a%ax9ax*a&Za/X=ax2ZZ&a*a6W$X-X(Xx0Z9Z'a0W>Z=Zz+V,a=Zx2Z:b)Z(W)X#Z%W#Z9V$aa*b%Z'Zx#X,a-W(W:X(a,W$W'a#W$a)Wx3X/c,a#ax2a)a$Z2X5Z9X*X-W.Z/Wx7aa)W)a)Z-b#Xx4a*a&a4Z)ax+ax/Wy$Zy$a+Z+Z<Vx4a7Z%a(Z5a+W6c<a#W*a%W0ax=Z-ax-X4a5X.W+X'W/ax.W(X$WZ,W)a#Z<Z%Z#b2X(W-b>X:X1X)X'a/a7Wx8a0a)X%Z'a)X*Z-dbx4X'a-a#Z3X%X0a%W*a,W-W,Xx'a0W<Zy(a>a+a<Xx3W#V&Z6a-ax%Z+b.Zx&aX6X*a1a$Z$bx&W#X5W$b&a)Z3Z(W*Zx>W>Xx-a$aX-Xx)Zx,W)W{#a>W0W9Z>Xa'Wx,ax<a.Xy#bz(Z0X*Z5W5Zx*W<Zz8a4ax3X*a:bx%Wx$W&X*Wx*b7b&a,X#W/Z3a,Z(Zax5Z%W@W*a%Xx2W6X3W4X:c.ay.Z)X=W8W.a#Za>Z<W5cZ5Z$a)ax4Z7a(Z=a7Wy0Z#W*Xx<ba(a@W&a'ax)b(aZ7W8X(Z=aW(W9b-a:aX4ayb#a6a4Z0X0Z'a)Z+Z3a$X%X+b#W*X?X6a2a/a)a>X/a$a*W3a%Z+Zx6Xx'a:Z4Z)W.X&b;ba'X0Wx3Z'a?W)Z6Z4Wx$a#Wx2a9bx%a'ax4Z?b%bX(Z%W6b1a(a<Z9a>a<Wx*W)Xx;Xx?X-V9W=Z%W-b>W<Wy.a3W;V9Xa<Xx%a8a0a#X#W=W,X/a&W,Z)X#b$Z5X&a8W0ZX;Z+Zy#X)Z<bx)V/b=a8ax6a0Z6Z0Z+Z#a5a-b$ax&Wx?a$Xx%c.Wx8Z.a/a.ax&b-X,W-W%a)Xx9Z;W:a2Zx.a-a&a*a0ax*Zx%Wx5bx:b%a'W=a<a#a.W'Xx/Zx*ax(ax0a(W)Xx.Z,a*ax5X)a/W.W2W1X>a8a<Xx-Zx$a-b#X(Wz)b3W'Z3X+a'X@W%W(ax>X/V%a1a&aa(b&Wx-Zy(bx*Z)X8W*d9Z(Z+a0a4a9W&W+a*X&W.W+Z+X%W<V#a#a$a1b&W*a1a$a%b0a2ay$a;a-W*W#a$a)Wx%ax=Z9W'bbx.a#a4X7Wx+ax%Z&X(Z.Z2Z%Z,W+W%Z'ax)ax-Z'X%a#a'X-Z2a/Zx*a.Z,X#WW(Zx$Z1W8X%a(W&Xa)W#a'Z&W,ax1ax4X(bx)Z1W#a%W=W,W2Xx#a7X,Z/a+a)a)W.W-ax+X%by/Z#Z6Zx/a,Xx)W%aX'X6a8Zx.Z9Z#a$a5ax)V.Z,a.W4a)ay-bya+ax&V+b#W1a:X'Z&a;Xx*V(X;b#X1ax+W;X#Xx-W$ax&Wz'a$W-Wx+a)a9a$X.Z/V-a%a<Zx-W8a6a+X,a(a8Xy$Z7X%a0b)b0a+Z7X4X*Wx$X<WX'Za5W>a9Z>a&W#X+a.Z*aZ(X&a%W)X7X$X*W#Wx#Wx#Z/a*b*a8c(a$W&ac@W+Z%W4W/a1V/W#W@X3W1a-b4a;Zx.W2a3a6Wa0Zx)a%a#a'V%a,ax%XX'b3a'ax&b1W,X#X%b1b#Z/a$VW&a&W&X6b%W'Z0Wx)X$X<W)aX2a#W0X&X7X-X6X:Zx1X'X.a'a#a1W&a#Xx.Zx<a0Xbx1X<X4bZ8W6Wx<a#W,W'a.V+a8W-a,Z7Z7a+ax*W#a2a%Xx*ZZx/a&b(bx#a0ax+b#a1W'Z&W+a*b.a=Z%X0b#Xx8V+Z0a$X'a+ax%a5Xa-W#W%a>Z&a#W;Z*ax%XW%W'W9Wx/a#a#W(a=ax(ax6a*Z$Z0W=Xz-X+a>X#a1ax&bV)a,Zz?X2ax(X.ax*b<a3W9a0ax<W>ax'X-Zx1W/a$b3X+Wx#W1W%Wx2a8Wx(a'V+aZ/W*Z8a%W)a4b2Z#V<Wx)Za&a;X>a%a+Z?Zx*Z>b@a%b/Z6cW+Z;b(X7X$a#b-b(b3Z'Z%W5X=W/a6aXX:Z%X-aWx#X(V#a%a$a(Z4Z'a5a5a*aa#Xa(ax%a(aW<X;a%W*X+Zx$aZ/a*X2Wx+W#b2Z%Z,aX'X'W5X&W(a$W0a#X*a0W1d{*aX(W9Va=X$X+a#b*Z(W#Zz&X-X$Z,Z>a.b@X%W2Z1W3W4a5W-ax'a-Wx+Z(W<W'bx5Z*Z$W4W:a9V.ax1Wx9b=a4Xx>Wz-X?Wa:Zx4W<a;a=a'a1ax0ax'Wx%W4W=Z2V:a$W%Vy$a/a9bz5Zx%Xa0aW&a&Z$ax.Z(Z%Z8W%ba,a#W0Wx;aaax-X#b#VyW.a5Zx$W3b$W'a7a9a/Wx1W=a'b%Xy*WZ9X;a)ay,Wy-b%Vx%Z%a0Zy'W/a'Xx%a$WW'b7W+X.Z6a*a9a#W#ax$X%az0ay$Z8a$X+Z:Wx,Wb2X.Wx4X(Z7b2a@X*Zy0a&ax-W&a&Z>b(ax*b5b#a)a.a.Z)W%Z;a=Z,W2b.X,X#Z2W-a$W)W-c?ax#a)W;a&X(Z:Z8az/a0V+a-ax%X$V,Z2a#ax#Z)Xx4aa1Wx+W;Z3a<Z(Vx#Zx6ax+X/W#W%ax,W>Wx9X(Z/a7Z+a-Z*X-W0Z*Wy4X0W(W4b/W)X%V0Z,X7X7Z&a$Xx#a+Z0a0b3Wx'W'a0Xx:Zy<Z0a%W#a)bXVX&W*W.Z8bx<b,X.X1Zx5W,Z#a$W0W2b*Z3a5X*a%a4a&Zx:Z8W?Z#Xy8W1ax4ax(b%X(a8ay;Zx5a%Z%X#a:b&W-a%W%X#W9Z*Z/Zx&b$Z1a'X0a&XZ(W1a6WZx0a2W3X/a>a.a*b(a.Z3W2Z$a/a#a'X'W)W#a6X%W:Wx'Z7ax3Xx2Wx(a+ax$Z*ax(W'X7Z%X%W'a9b/X:Z7W/ay0a1Z0a{#Z$Z0Xy=W,b$Z<a>Z6a@Z1Wa;Z=c?W3Z#W*c3Za%W3Z=X$W%X&aW*a#a&X)a,Zx#Vx%X&b%a7W/a(X4Z2Zy4X5W7Z<W,W(X+W=a&Xz%W*a&a$Z-a3a=Xx6a)a)ax,X$W,b2X-X)b'ax)Wx'Wx.b*a/Wx;a(V0a*a&W4Z9aa#X2Z6W/W&X$Z6a'a*X*Z*Z<X*Xx4Z>W6Z$ax7aaW,W#W9W#ax/W=Z/b1ax;a.Xx.Xy+Z.W%a<ay7Zx%Z3a7a5W$ZZ6bx$a3W@a;a,X.Z>Z-a*Z(a7Wx;a%b:b)a$Z*Z-b'X6b$V)a4X+V.a*X,W-Z8a#a#Z0Wx&a$bx'Xx'a$X(Z&W%c2a4b7Z1a=Z)ax*a8a*XX/X+a$Zx3a)W1a$Xb?W%a4W@a/W*Wx(b;X$W5Z(a*ax)a/b$a-b-X5a:b0b8b$a,W/a(a3W#ax<Z0W2a=a1b,a,W2W4by(W&W1V%W2X)b)Z$by#W)ax'X,Wx6W,Z1W%Wx4X9a'a(az%Wy1a0bx2Z2a*Wx:Xa-b0Wx0W6Z=X&a2W'W'Z$Z.W$W/W5W*Z/ax1W#bz+a&X9a-Z(Z2Wa%Vx%a+W;Z+Xz(X3Z(X:W&Z'a$W4Z3Z7X5Z%W*bx'X(a$a$a'X$a$Z-a*W>X3a)a>Wx1Wx(W(X$a$Zx&Xx*Zx1a#a+W)V-aZx*a'Zx/ax#Z$X(Z@Xy.ax)X'a,b9b2W&Wx)W'Z7W<b&Z&Z7Z(Wx2ay8aXx&b'W&bx%Xx3W&a#Z$Z-W)ax'by2Z#Z*a)X#a(a)b:W$W$W%Wx'b1Z.aX)a)Z0bX-Z=X'Z)ax?X%a0Zx8ax3V(a,W(b%a@a*Wx+ax1W@W%b$bWx#Zx#W7Wx&aWy:WXx2a9W,X-Z.a0a>b:a&ax%a)X:b.X#b4a?Xy(Z%b$X2Zx=X#Zx%Z+bx6W.a,a,ax0W-Wx6Xx2Xx&X'W9ax7Z$X%W'a&a#a%Z+ax.b.b4a+Z1ax,Z7az,W1W%W+a$W4a2Wy1b'Z-Z)W$ayW+a5a>X,a$b.Z/Z$W*Vx%Z%Wz$Z0Z)Zb)Z+a9a*Z=X'a+Z1a#Z)Z(Z,a4WW,bx+Z&Wx$a,X)Z#a&V)a1a6a9Z+a9a+Z#W1a/Vy#Z=W&W(W&b?W3a#Zx9Xx0a4Zx)a@a.a#W>b3Z8a#a5a2ZZ8ax8a3ax%ax)Z,a)W&a1a#ax5b)Z?WWx9X0W<ax/W=Zy%W)a'a-W$X(W1a9a4X,Wx<X$X*Z5a6Zy1a4a9b(X+W$W3a5a$W3W2a)ax#bx&X0b(a,X$a)W%X-Wy$Z2ax-a:a)Z#W5Z2X*ZW7W2a)X>a#Zb*X%ay*X1Z?a,X0a)W$X.Wx1X(Wx'aW3W5Zx$W#XW3ZXZ#Wx#bx(X,ax6Z:Xx/aya,X*b1W*X4Z8Z&X)W(ZZ8ax<X&Z+Z+W'a:W9X>a,W5ay&a4X.b$b+a'X@aa.a'W.Zx)a&ax$ax.a&Z(Z;Wx#W&W8az$a%X#ax2bx9Wax(a;a/a'W(Wx%Z>ax=W'ax$W-Z6Z7Z*X(W)X(W@W2ax4X&ax-Vx$a'W(b$Z*XW(ax<W&X9b%b/X*ax,b<a0a8a&Z?a&a+X'W)a#Zx$XW:Z*az0a+W5Z/b,a0b&Z9X%W,aX@b.Zx,W)ZX(W*Zx;a8X#Z#a<Wx/X%Zy4Z$Z?X+X$ax.X)Z,a(a#a&c(X3a;Z@Xy1Z'a$a*W+W,a&VW3Xx%X$Z9a%W>cx&Xx.Z+W7b6Zx8V;a?W+W)a,Z'Wx/Z<ax/c?Z/WW$Z3a3Z'X*Z&V*W)Xx)Xy+a.Z/X#X9Vax;Z/byW$X(a2Wx4Zx&W-Z.Z%X=W$W$X-a&X1V6a*a-b)X%b.X9ax6Wx<ax)a2X*W$a9X4Z*X*X$V4Xax6aa5W'Wx6Wa#X(a-Z=a(a)a)W#Z8W0W&W3X$WVx<a/ay)WWx#X'ab&Z7b&Vy+Z#Z6b2Xx'a0X(Z$a8W*Zx'a,V9W$b2X#W$Z$XW&a3X,a#X6Xx'W0X(W&a6X-X,Z)ZZ$a9Z>W6Xy&W#Wax,W$a<b3a.Xx#W.ZW3a-X#a0a-a,Z*Xx1Z<a.a,X#Z,Zx0a%Z.a5Z1W-Xx<W:a$a8W'Z3W(b*X2Wx=a;W:Z,a$ax*Vx4Z8bx>Z)a0X*Xx8b'V9W-Z#ax'W&W&X7W>a*a$a*ax#Z(a%Z)b7a'a.WaW4Xx=X3X'W+W(a%Zx)ax&Wx-a-aW7a?b&X$Wx+W&W)a)b:X>ax1by8a0Z'W#V*Z$a*b)W<W(Z%Xx6XXb*Xx4X/b#Wx&ax-Xx$bx'a<X'Z'X&ax(W(X)a$a3b0X#a$X'a#b3b7ab(a#WW%Z4X%X&W'Xx6b'a>W&a)Z@Z%Z-aa'Wx2Zx,b#ax?Wy#X@a8a:X.W0b/Xx:Zx(b+Z'Z0Z0aWx?Z#a0Zx$X5b8a*Wy7X$W0X-a$W@a4Z#a9X/a%Zax%ax;W:a-X'X(V3Z&V'a.W'W+X7X1W#V#Z#X/W6X,a6b2X4b:Z#Z.ax)Wx%a:a$a#b0b,X(a&Zy)Z(W'Xx#a2bX7a*Z-W$X(Z&Z?Z*Z0X-Xy-Z/V7W'X%Wy'X9Wx1Wa&X*W/a:W,Z<a1X#Wx=W%X.b$W*a(Z#W;X<W&X#W<a'Z+X6Z(a)W=V?b$Wx4b)W0V%Z6W9ab0Z;a6Zx&ay5W7a@a2bX&W;b.a)X&b.ax'X%b)Wx%Z:a3X,W4a$Xy'b*W8Wx-X:W1a5W+Z7a(Zx&b+az(c5a.Z1X(b'a4W(W,Zx)b*W%aW8a3bZ#Z.a5W#ax7a+Wx-a+X>X3b/bx3Vx=X'aX%Z2a/a#X*a&X*X#V3X)Z$Z)a+ax>Wz-Xx-a,V1Wx5V+W*X&X?Zx$aa0b:a3ba)Z;Z8ax,ax-a*aW=bx8ax7Z;W-a8W$Z1Z<X3W&a-a:W5W-Z&a+X6b/Z(bZya1W(a*Zy%Z#b#Z*a$a/b1X1X*Xx(X3Z,b$W#Xax&Z%Z#Xx#X1a(Z.b$X5a2Z)Z-Z6Zx%X+W,W'a)W+Zz&a<X.ay/Z2W#ba;Xx*Wx<Z$W%a9a@W*Zx8a)ax+a4Z$Z-a'Zx+a0a1ax7bx#Z+Z/W(a#Wx%a@a1aa+W&Xx0W7X)X(Wx0XZ,X.a&Wx3ax5ZWx.a<b'ax2ax'bx)a,ZZ)a5b%a*bx,b;Z$a,X*aay/X#Wx4a5a,Zx=W)a7W%a2WZ.a/a;ax9a)Z2ax7ay%a-X4W$Xx'ax%W9Z%Z<a'W)a6X)b%a2X%a?Wx*b,X4Z(X4X?Z*a%W;W@Z:XW(a7b,a(X*W4Xx(ax,Z5X0Wy$a$bXx&a5X,b/X&Wx8Z$a-a(a(a*Z3a&Z$Z/WX,ax,W(a:Zx;X6a,Z.W4Z&Z+Z1Xx$c,X$W&W.W4W7a#a'a3W*Z,ax#Zx4Zx)ax5a9ax+Z8ax8Z0a)X8aW(W7b(X8W)a$X*ax#Z.W+V6V$a-c0W8a2X&Zx0X1a'Z0Z+W6Xx?a?a<X+X/a2Wx3bz(Xx,X2b-Z1Waax0X%V%a-a$Z=XZ1Z8W,Zx%a(b-W?a)W$X(a?W%W/Z<a5Z7a&W0a-a<W$a/Wx#W0Z4X3ZZ%ax4W$W)ax(Z&Zy&Z?b&a+X4X-W-X,W5W4ax*W+a&Wx(Zy/W(X2b4W)X4a%W*X?W+X.V7a:Z;X.Z$XyXx9X,a)X1V&ax)a?cx2Z,ZX'a$bx,a&X0aa3Z+a'ZyZ#a2a0by&W/Z,a?Z>a/Xy2W0ZaZ(Z)bx%a'Z4Z)W,a&W2a=a,W%X<W(b;Z2a+Wx$Wx'Z%a9a+a(W*Zy'Wx-W#a+b'X+a,W6X&Wx+a'V;Z&Xx0Z/Z(X;a$ax/ax+a,ax&X#X/Zx&X@bx*Z#a4Zx'a*W'a$b6Wa$X?a:a#Z%b4ay3X$X'Zx&Z*Z+X$ax,Z%Xy+a%W6X/ay7W<Zx<Z(X7b*V/Zzb%a$a=W/Z+Z$X2Z$a)Wx/b&Z2Z$c/b1a.Z8a?Z&ZW4a#aZ.Zy.Z%Z3Z7W@Z9X+a#W+by'W/Zx&X6a#Zx-V$X*Xx/ax/W=Z,Zx'aX3W%aa)b@W&ax;b+Z$Z2a*Z%Z'Wx9W3a:a>a:Wx-W(a1Z%X3a$a8Z@X6Wx*Z+a(W$W8b+Z?Xa&az&Z'W)ax(WZ*W(W;ax'a)ax&a<Z)ax?a/a)b%Xx<W6Zx4a6b5a&Z0W(a;Xz>a.W-Xx6b6X$ax$Vx8W$WW&Xx4Zx.b,b&a,X+W'a)ax$Wx6a;aZz'W.ax4Wx:Z$X,X2W@a<Z7Zx%a+X$a'a7a'a%b'W#Z+bx.WX5a'X'X:X$b5W)a/W/W4ax%a$W2W&ab+b$X,X$a4ay2W7ax.b*a4Xy?a2aXx'W6a2VZx%Z)Zx'ax)W1Z'a*b/b%aX(Z2X$a*X&Z4Zy;ax<a1Xx>a*X6Zx(W&X.a5Z%X)b9W3Z#a,Z(ax)bx(a:az$a$X%W%Z8Vx3V)Z0a,W#Z>Xx$Vx8aX3aax&a@X5W'Z*a;Z%ax%aW-Z&W2Va'a,a%W6W9a.Z2a(Z8a7a$a(Xx.aax)X<X.aX1Z*c.Xx#W2a-ax&X9Zx1V/a/a.a%Xy9ax#b,Xx#a9W'a+b%W=W#Xx/X)X;a/X7a#W3Wx1a,X2b9a'W&X)a)aa=a+ax<X:Z*ay&Wx/ax/aa2W:Z*a'X(Vx%a#W1a$V#a&X#a6Z*a8ax/a*a-Xx'a'a?Z5W'a)b/a,Zx;Wx:X-a;a$Zy(Z3X7X4Zx.W#Z;Z5a'W*a'X(Z,aa)Z=b(Z1Z(W(a-a1a<X;a,a1a$Wx%a#Z.X-a*Z/a%Zx)a(a5Z7W4ax%W7a&Z$W$a(a0ax6Wx+X$X(a)Z(Z;Wy-a$aW=a*by9Z#X1a+Z?a.W,a&X*X0Z8V*ax&b-bx%W=Z)a4Z$X0a2a.W,a,X2Zx1Z*a&a0W)Wx+Z/X4X&a$W+a&Wx0W(Z0Z$W.Z%W1W5X#a4Wx#a4aZ2bx'V+a%a$ax(ay&a#a,W(V*Xx=U&Xx5bx/az&b,Z.b4a-ax(W2X7by8Z'ax-a,a@X;Z>W1a4X/Z%b8W'a.ZW%a.X'Wy4Z1Xx*X(Zx+ax)X%Z6V'a$X0X5X6ax&Zx*Wa:W-a3Z)a4V3Z)X4W)X&X>ZX=X6a6a#a$W(a$Z.b-b?Zz7ax6a)a6a'Zy+W?ax)Z#X0X'a'a/Z*Z&Z#Z#W?VXx#X&W+W-V-X=Z*X;X*X;X$a:Wx6Z5X(aW*Z$b-a0W$a#W*ax5a.a0a0a;X,b&W0Wx5Z+Z'c*W(W.a/Z,W%W1a:V+a/W7Xx&Zx#WZ7Z5a+Z1a&a&aZ&Xy:Z'Z,b1c%Z'a-bx8Zy/W+b(Zx.Z2X-W4Wx,W'a&a7Vx+b$W+W0Z1a:Zx'Xya2W(W.c%W/a0Z+a#a-ax*X,X7a,X7a*a#X4a#V#bx/b7V$Z$a.X-W%W.ax.Z9a&a(X&a#b%a*Xx%W(Z$ax%b)a=W%Wx'ay5a6V)W:a&Xx3W-Wx)W0Z*a<Z$ax&a%a3b>W6Zy4W(a1Z9W)Wx3X#Z%a0Zx8X$ax%X<XW<ax/a;W@X7ay=b#Xx#Zx%b=Wx?Xx$X'a9W*X7W7a%X$Z8W=Z+Wx.b{&a=Z<bx$a$a+W(a9X@a+X0a<Zx5Wx$a,WW-bx9X;Xx8Z0aa7X)a'W4Z0b#a+Zx%Wy$X:az*ax5a-a;a/W)Za8a&Z*a1X#X$Z8a%W3a0X'a)ax,a2a(W#X#X+X3Wx0W8V,W$a5bx*b.a.b*by-b+Z/ax4V)Xx+Zx'X#Wx1Wx7b#Zx#ax9W*a%Zx3W8ax'b/a$a+a,Z0Wa-W#ay%by(W/Zx?W.X&b,Zx#X+Z)ZX+W#a&ax'W#X:Wx?b7Z#Z'a2Wz/Vx+X6Zx/az:Wx8a-Wx'ax0aZ.Xx'b=a:Z5W)b/ax&W%a8Zx,ay9Z%Z&b)Z&X&W(X?ax-a(b%W0Wx>X:a+a#Zyay6a1W6a,aa#a2a%X1b3Z%Z&a;W.by&X8a%X8ZZx2W)X$a#ax0Z5W<W1ax%a9a2Z6X*a+a#a&Zax.Xx#a1bx<V0Z*Zx%Z*Xx+a6a$ax=X)W+X$Z1ax%Z,Z$Wx>Z6W%X'Xax&a)X(Za+bx9X5b2X6a+Zx3X$Zb8ax)Z>Zx#a0a%a+Z,Xx(a$Zy7W-bx$Z/bx3X+X$b&W-W'W@b#a:W<Xx0W(W0a-Zx2W%X(a)a-b1W,W&X>Zx*ba?X6Wx)byWx6aa#Zx0X.a:ay1b$Z>W/a-W+a%W*Z-ax7W1Z<b'a*ay1a,Z$Z.W$a0Z-W9b6W0a'b'W*Z$X$V%a$Wa;a%Wx=Xx-X)Z%X-a(ax0a/a/a-a#Wx%X&Z+Z3a(Zb9ax#Wa/V(a%Z&Xx(Xz$b;Z+X6Z(W'a+Z(Z2X#Xx7aXZ)X0W#X$b#a<Wy$Z3az#Xx,ax-W$Z5bx?a:Z,X.V9WXy?a%a*Z0Zx5b5Xy0Zx<a'Z+W9a0Wx+Z+Vx1Z&X,W/b)W3Z%X7a(a/a;UZ)Wx>az.a-Xx$ax(Xx,V<a#X/a1X(a)Wx%a5Z:ax$X+ay'Z;W-a6Z1Wx.Z8X&a&W#W*X(a0X=a+X5Zb4W%a4Z.W0W(a*X<Vx&a$Z1Wx%b?V(WWa/a#ax-Wy<ax2Z:ax+a:W0X#Xy%Z(a#W+X+Z#a#ax,ax#X&Zx>ax8W+Wy#a8Vy0a3a9Z4b1a,b)W6ax2a8Z<X6X(ax3by<Xx6Z=W%Zx<a0Wx/a-X#Z=Va$X&a1X$ax5Z$X&Z'b#W2Xx#X6b.a6W(W&X.Z#a(a%Z%a+Z#Wx*Z9WZ$ZWx.aZx>b'W.Vy#W@Xx4a=ax$Z+X$Wx9c#a3X*a;W$W@ay=Xx+Z#W8X#Wx5X'a-a8Z@V*Z7Z@X'Z)Z#Zx*ax8bx(X7W.X{#a-Z&V1Z7a/a4b0a.W0V#b.Vx7Xax.Z&W@XX&Zx<W0W&b+Wb*Z4b6W:Z<X9X,Z&ay-b3W)V:X7a2V)b$Z(Z+a#ax)Xa0X/Zy%W)b#Xy/WXy8c+Xx-a-ZX>ax9Z#ax)W*ax%X*Z&ax2Xx.Z,a&Xx(W#XWx5bx)Z+a?W(ax(W&W&Z5a3X6a>a;X*W+W;Z$Z8W2aX&Z'a(X%W&W'W5Xa?W.cx.XX,a;X5Vx3a<Xx&aa<W#a#W1a%a%a5Z(X2Zx(Z8Z:ax7a&ax<W9X%Z3Zx'a=XWa1X,Z.b<Z.b1W&Z8a$a)X&a&X:Z3ax$Xx#Xa0ax&X%a(Xx>a*Xx?a3Z(Xx-b5X%Zx3Z.ax(W<bX'Z+Z9W$Z+a&b9X$X,a9W/W#XX*Wbx'Z2V'bx#a6Xy'a/Z=a,bW'X:X#W'a#ax*W(aW*X$a'Z%X'V+a?W?a1ayX>WbW&Wx%a=X'ay)a,X1X'a'a-X%V&a&a2Z'a.W*a#aa0Z?a%a#a4a{.bx6a'X'c#Z*X1Zx'b#W%a,b1a$b,ax'Z*Z8W,a'a#Zy*Zx4W&Z$ax/Xx=Xy5a,a5a'Z%b2Z?W%Z-X<a<aW+Wx)ay%ax+Zb+a.Z+W<aZ*Z9Z'X*V;Z,X;X-Z*W*a>b-XZ'a;Zx$Z%a9a5W)a%ax=Wx&X,Z#W%a'W=Zy$a'ax,a-X,b(W3W:Z(a>a2X9Z#X#Z6W.W7Z(a%W3a$W2Z%Z(W,Z5Z*Z,W#Vy+ax>Z%a=Z#W3a&X&Xx+Z4a7Z%W*a/b+X=a$Z+X,X+a$b<Zy+Z(a9W/ayX%Zx,Xx>W*W9W&a&Wx.X/a%az0a$X?X2Z&Z1ax#a$a(V?b(X(Z1a%Wx+Wx?X#X0X(W'b'a(a'b.a$W#Z(a%Wx/X:ax*ax%a0W=a-ax#ax8V)X(W0Z.a(X4Wy1Zx*a2W0W7X>X8Z&W)Wy2X%W#W-b#W(aya*W'b>b=a9a$bz<Wx,ax0W&W-a8X,WW7b<W'aa*Z)W%V0Zx+W5Zx-ax(X7Xx7b8X.X1Xx#ay,Z;by1aa/ax$a%X%a'Z7Z%Z)Zx5c0X,Wx$Zx(a@W-ay-Wx)X(a#W'Zx#Xx'Z-Z%a9X)W?b$Wa.Xx*Z%ay&Wx*Zx0a4X0X)Zx+X*X)X(W6W3W/a=Z3W%a/Wx+Zx8Z%b(ax,b?W$Z(Zx;W:W%Z:a&Zx+a4W&V$Zx9a0a%W*X;a8Z3Xy8Xx)W6Z2ax-Z'XX5Z$a#W/ay/Xx$W#X%b#Wx7W)a5b5a)ax-a&Z$ax9Wa.W#b<a&a2W0Z0W,W1a0W2b%b/W'a&Z+a)X-W*ZX$a5b<Xx.ax3X)b'X%X'X/a1a2a=Z%W2Z(Zy-a3bx5a5W-b0Vx,a/a(a#W9X'X>X%W'X-a%aax7a'Wy5ax.a3Wb)a2a%X5Zx?X'a:a'Z,a4X#X-aV,Z0Wx-a6a+Z'W'a/Z&Z'ax(bx'W$W3ax*W7Wx%W9a:W)a$Z)Z$Z8aZ+V2Wx(b)b0a>Z4Wx6ax'Wx-a7W'Z#a%Z#a$Z,ZW(W/Wx(W6W3a)b%a$Vx$b%W(Zx)W$V-a.X'W-W:X$Z=X/b)W/Wx$a#ay#X'ax%V-ax&Z'ax7Wx$W-W-X,Z7a*W'a<a*W$a4X,X1Z(W&a#X&X1W)X%W(Z#b)X=W(W)X:VW@b%a*a6a#X%W+aa/ay#W.b-bW7Xx5Z-W&a+a'W:X-W/a+W1Wx9X$ax0a/W5W+a%Z5a/W#Z:Vx'Z@b*ax9Wx'a2ax-a#W0Zx>a;Wx+Z%V'W;c(X'a5a>W)Z'a-X9Wx%Wy,Zb.aa7a4X%a4X)W/Z2W(X*Z/a8W%a?b'X$W$a&W.b&Z.W(ax$a8ay&Z&W2Xz&a(a/X'a<Z%a+Z'W6W/b$W.W&X%Z#Z/a$b#W?ZXx&X(bW4X9WW)Z'X#ax<W/aZ/a-X(ax%a+Xy(b6a.W.Z#a)X.a%a-W0Xx0cx%W1Wa-W(Xx*a(b'Z,W1c#V'Z5Z'W%X9b+a)Wx.b:a+Z7a*Z/Z.W#Z,Z#X1X=ax2W%a7W@Xx$a-a9W2a5bXy&a'W:Wx,Z%X;W/a,X/Z1aZ.a#a%X/Z#W0X5X>W(a(W5Z)Z(aa.Z2W-Z+ax5a)Xx9a#a5Wx%X&bx-Xx%a?a>Zx0a9a1Z1Xa)a2W(W2Wx*a#a$X>X)Z%a$ax?ax/X+Z=W.X$X-Z$Z)Z*W%W'aa'a$a%a0a#aW'b$W3X7W'Z9W%Z%ay$Wx/a(b1X/W*X7a>a5Z&Z%ax/b)a6a&W2W'Z'a'Z<W,Z+Z$a(WW5X:Xz?a)bx)X5Xx%X=ax+b2Xx6Xx'WW*a7X(Z&Z-ax2X0Z5X%ax.X2XZ2a=Z.b<W:X/ax5Z6W)Z#a8a-a)W(X@W+W5W=abbx)X$Z%X+a3W*Z/X)X>Wa@W8Z0WW7W-W3W$Z-X,Wy;V#X*W8a%azWax$ax?bW1ZW)a0a0a<by%ax#Zx(X3a5Z#Z6Z'Z5b-V+Z+a&Xx'a&V)a<W&X/b*a*a(b.Xx%a*a/c3WzW0a=W=ax#V9Xy7Vx5X/a*c9ay%Z/X4a5X'X*bx,Z@a#aa'a.Z0a@W(Zx7a&Z-X;b1a0a#aXb-ax&a>Z#b0X(Z#a)a5ay7X8Z;W'Z$Z=bx5X2W+W{$W)Xx$V-Z#W)Wx*Zbz9X&ax6X;Z2W*X'Vx'X)W&a$V#X%a(a,X)a(X;X/W#W6a.X$W'Wx+Wx6Z,V3W#a(W>Xx4Za&V2WW/X'a4Z%a+W3Wb)X1Z'a.ax%bx-W0a$W:W(Z.ay,W#W#Z&a#bx%Zx3a6W%Wy/a&a$V+X)W<a%X(Z)Z4a1X5a'a/aX-W:X$a*ay-b&a'Z=X%W)W)a&Wx6Z,W@a<a'X$X'a$a,a:b'X3ax7Z&W)ax$ax*Xx9a+Wx+X.ZZ)a'a.V2Z'W#Z%Xy+b,Xx$W)Wx,Z>W-a,ax'a,W.X:Wx>W.aa,W-ax4by5Z+a/X&Z1W'ax)Z'X.X:W+ax/a#V;X>W$W:b>a-a6b(Z5ay0Z&W(Wx(a%Zx*W/Wa)W$a4a#Zx$b)a3a%Z'ay*X&bx'W%Zx%a&a-W:a(bx&W(W0W9Wx5Z&X)a9X.Zy/W2a(az-a.Z%Z#a)Xx/a;Z0Wx&X(Z*Wz#V&Wx0XZ%Z*Wx0Zx+W:Zax)Z+a.ax(W>a$X'a4a%W*V+bx*Z-Z#a%X;W8W(W;X#a5Z&b.a(a*Z3Z#b<ax(X/Z4W)Wx(ax?Z.Z/Z*VV4a'a*X#W&a:a%Xy0W&b&W@X+a%W,a*X<a;X&W0a>b=Wx'a&a*X5Z5W*WW#a6X3Z-Wx)Z*Zy<a(W7bx-Wx#a6W5a8V$Wx%W(a6W+Xx+W/a(a0W;a0a:X+a7b#X'a'Z'b*Wx'Xy$X%a#X9Z<V)Wx5b#X*a@Wa;Wx3a6Wx0W-Zy-a=X&X3Zx+b$Z%W/WW+W3b8W&Wa,Z&W<a$a0a#aa,Zx,Wx,XZ=ay/W9a9Z(a+a%X*X5a/W(b&Z<a&a#W(a5W&c/X'aa%Z7Va(a&X)a?a,W6X,a5b4Wa#Wx(V3V.a*Z9Z6a&W)ax<a4a2WXx$Z(a0Xa(a#Z*b%Z(X3a5a-a)ax6Zx)X&a-X)Z#a9Zx$a#a5a4X5bx6a&Z)Z@ax,b$ay%Xx5Wx4bx1X$a#X$V#W+Z?Z%a7Z*aW#Xx$W/Z/a3a*a:ax0X)a(W.W<Zx+W'W'a.Z/a)a$W%Z)X3W$Wy'Z2X&aWx5ax7a:X#W%W5Zx=ay)W3W7a+W=ax)ba&a$b*X*a%Z9V>X+aZ%Z.ZyXx)Wx*ax-Z%a.W9Vx9a-a$a&b-b4a=Z,Xx#Xx2ax$b<W>a*Zx$ax1Z9X&Z4ax$a+V@X#Z9Wx$a-W)Xx3W%a&X.X5X&X'Xx(Z%Zx$WZx(Z.Z)Xx1W)Z0a-X+W$Z(Z5Z4Z$Z&a%a/Xx2Wy=a)b+XZ)X&V,Z2Z/ax1Zx5a:Z*aZx%W7X1a#X4bx(X1c&aa&ax(a&a5Xx4a@a+Z3b$Z#Z(X?X/Zx2X)b<X(ax)a:Xx4a%X3a8ax%X+W,b=Vx%X&Zx-a%a(W&a$a8Zx3a?b(W?W1a%Z;a#X9a=Z.a&Z,X%X(Z.X=X,b>a;Z,Z*X%W8Za2Z1X-Z&W3a/W/X-W*a(Zx,V1a)W-W.Zb4X-Z4X5a$X6Zy7ZXbx#a7W'XW)Z(X*a#a#Wx'Z%Zx+a#W'X3Wy(Z&Xy'Xx$Z+a'X1a?Z+Z-a6W7X.a*Z.Wx%ZX,a<b&a=a2Wx4Xx>ax(Z=Z%W2ZZz'Z(a&W1W0Z%X*WWx+X+Zy$W+Wy:Z-a3bX>W7b0Z%Wx?ax/W$Wz=",
} as const;
