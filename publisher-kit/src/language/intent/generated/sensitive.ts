// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 31257,
  "positive": 12004,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 28550,
      "positive": 11724
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
    "keep": 5700,
    "steps": 5
  },
  "writtenSha256": "0fca56455cac93221f9b0771ec44f6af4836c89e7e58ccc770697810e00c8d28",
  "featuresSha256": "48291c993772cb766e302b59e51f759ff379e2fa11d8a198d910c0b0ad5a1eb0",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "efa309c4bc031d10b56db19c8f6e1d7f7191036f09ba280f47a11ed2e07f6550"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -5,
  threshold: 0,
  scale: 0.315138,
  bits: 18,
  weights: "~X;Wx3b0Zy)byWy-Z=az(ay$a)Xx;Wx<W,X;Z.a)W+a4Wy8W#Wy/aXy'Xx0W>ay=Wz1b,Z8ay&X0ay%ZV#a&W(X5a|&a4a1Zz.a{.ay9ax/b6Zx:a<Z$ax6Zz*W{.a{Z$a>b;X3az>X|6ay&Z}0Z&a9X@Wx&Xx)ax,bXzW*a*a.Z=a~y*ay&W:a%W,Xx'az;bx2a'W5W,Zy(ax6ax+Wz;b)ay0Wx7a5Z;Zx.b(a9aZ-W5Z$Xy<Z.W1Z~/Wy,V*b0a&X5Z:X|4a|bz=ax+ax*W2ZXx5cy?Wx#X3a&X?W*Zx0Zx:Z%Z2Z}/Xx5W'W%Z{*VWx8bx;W{&b1Xx$Z#W~y5ax7ax)W-ay#a#Z{>ay6Xby:X#b/a=Zy&a0az(X1Xz<b@W-Z/X#Vx2Xx,ax6Zy<Zx3X8Z7ax/a@X@X-b&a#b)Wy>ax0Xx-az3Zx*X4X(W&X3Z1W&a0W,b~#Z:X,Wy$Wy-X?a:Zx&a(az%Wz-X-b7a{3bx4W&ay1Z*Z#Vx+Z#b8Zy<Z;W$ay;W=by7b8Zx+W1a{;X'X{>Z8Z.Z6a%a{/a}<a&ax3a-Zx4ay6Xya)W-a,a0b2b4Z|5ay(Wy2a+ax8ax&Wy?a=Wy&Zx.a|%Xx>a|Xx.ax-X#Wy+Z+Wz?bx#b&Zx4Z{&ay9b#Wx2a@Z-X4X>X5Zy6Xy(Xx-Wy%ax/az;a#b<a:X~x/Xx/Z~x7W0W=Wx'a$by/b.X%Wy+by8W9Z+bx,W(a{9W:bWy9Z)Z>Zy>ay$Xx#a+a&Xx-a~y;W(W6Zx5a2W:Zz'a=Z?aza<X{0Z/X3ax+Xx$a;X{%Z8Xx#b;X(Wx)X7a#a8W2Z@Z|<Xy.Z.ax.Vy-a%b&a{&W/Zz+a#ax8Wy5Z{3a-Zx?Wx:ax4Wy7a{/ayZz4az)ax'Zx#Xx7Zy+a*Xz4ax0a/Wz5b5ab-a#X4aW9ax0Z5Xx'Z|>W3b6Xx#Z:a4a#W#X,ayZy.Xx#ax;W5Zx?b+W@cy,Xy=a)ax$ax>c|+Zy;ax8X/a%Zz(Z0ay*Z5Zx%ay(Zy0ax+a8b{%ax2Zx7Z5a$Zz5a<ay+Vx#Zx'a|+Z9ax2ay%a$b9W8ax>Zx7WXy-Z4Zx$Z'W:ax3X>Z6Wy$ay?aW)Wzb8Z)ax2Wx4Zx=Wx3Xy;W}&ay4a,a|>ZZ+a4ax3X{)ax3bx-Wx5X(ax<Zx&a|0W~<Zx.W%Zx2W'b5a5Zy%X7ay9W&X.a=W2Wx4Zz(b7az(b2a;az,X4X'Wx.Z=Wz0aa2W0a&Z-Z8a|4Z1ay5ay=Wx,ay9Z.Z|$Zx9V{7Z)aZ/Zz,bx:a$X)X+ax*az;Z{:ax+X;X5Wy-Zy/W#Z7X6Zx9Z-ax%X/W9bx=Wx5Xy<ax0Wz1a?a9Zx1Z8d#cz)Xx(a%Zx&Xx*ax2X9Wz&a?Xx8ay1Zz<a5a|%W*Z{0Z4a;Zy+ax/W8ax+a:bWx2Xx,W&b%Z(a1Zx&Z/W3az9Wy$Wy?a#W8X|*X1W~x%ax<X?Wx4ay&W'X{$a~/by3az:aZ>X3Zx+Wx,Z8Wx.Z,Wx9Z~2ax)az'X2a*ax,a{9Xz'ax/ax#Xx#Zy.aax*Xy#Z)Wy#W3az,Wx-X'Zy$Zx5a&c<a{:Z2X-Zx.Wx2W;a$Z$ax<Zaz$b$Zx1az8ax0bx'Xx%ax/W{>Z&W2Xz:a1ay,a-ay1a/aa#Zx/Wx1Wy+aW/Wx'W.cy.Z#Xx)a{#a&ax-ax)Zx?Z,ax(Zy*a&W3X0Zx0Wx-a{1Xx6Wx(a)Z+Zz7Xy,Zx6Zy?bx6b#a{*Z+Z-ax?W0Zx.Zz/az)Zx2by*aXx&a{.a*a8Xx.ax1az-b}:Xy4ax$Xz?X9W+Wx)Wx<Z(W:ax<Xx:Wz'Zx5ay=Wz/Xz9a?a$X%Wx;W7W>a*W7Z1X%ax2X*ay2Zx8Z5Z{6Zx9by1V=bx:bx2ax2Xx:a?Zx,Zx6a$ax+b9aay1W{&Xy*d:Xz2a:a1Z.az&a:X7W-W5a{$az.ax%Zy;a9a{1ax>Zz3bz5b*Z{a&a:W-W|1ay/a{Xz(Z,a3a'Xz4a=Wy?Xy2a~9a9b}&a>bx3ax&X5ay0W{-Xx&V)ax$a+aa0az$a{/ay3Zy#W3dx4Z.Z5ay*bx2W+Wz&Z<Wx9W*a&ax#a,W3a@a'a)by&az,X9ay2W7a&ax)ax$Zz6Wy3b$by;ax-X{%ay%a%ay8Z*b7Wx+ay1ay9Z,X:Xx=Z=Zy2a<Z6X%W#Wy5Zx#Xx2X'a0Wx#a.Zz:Z*az)X/by0Zx/Wx<Wy0Xx/ax0Xx#Xx)a1a0Wx6ay5X(a{=Zx1Zy=a7Xy:a.Xx-ax5Wy7Zx$Z'a5Zx*az#Xx#a;Wx)b2a{.Z+b{7ay?b&W@ax5X-Z{6W/Xx6b&X@a~+W&Zay,V{&Xy'a'V{ax9W4W(Zx6a)a.Xx,Zy:Wy<Zx-a/Z~(X(a@b0bx5Z:Zy0W{$X/az(az1a+X%W6a;Z2a#Z:a)W0Xy.X{)a<a3b4a$Zx.b5W+aZay#W4Zy/ax$W<W{0a9b0a7ax8ay:Wx&a;X+ax.Z?Zy2a-a-W(a7ay*XX-abx&b.ay*ax$X7X%X)ax#b%Z<a(V#W*a5Xx.b4Zz*Zy(V%ay7X,Xx.X9Xx%Z*W{6X-X<a,ax2a$Xy;Zz9a@Xb{<Xx(b3XZ>X|+W7W-a;V5ay,a7a>ay3Zy8ax%ay;ZZy=Z,a/b:a{>a$ax$Wx-a3a:Zz%a&Xz1V>W5a'Xz+Zx-Z:W,ax>Z+ay/Zy(X+X{=a%a3Zcx:ay0az-a3Zx&W~y,ax=X%a@ay+b#Wx*Z~?Wz2Xz0b~y,W{,X9Zz#W=a$a#bx'Wy9W0a:Wz&az>a.W5aZ>X-X'Z+Zx&b)W2ay,a%Wx:Wy2ay#Xy<Zx>a{1ay$a(b>ax,c#W6Zx-Z+a.X<a<a9b0ax&a6Wx+W|>Zx%Wy3W-a'a0ax)b-Zy5a3a#a5ay6a$W6Xx#Xx7a;Xy;a#Zx1Xz=bx.Z6a<Xx+X*W0b'W?a6ay$c~*Zx*aXy$Wy$X5a%b3a/W&Zx*X#W{=X:X&Z7Zx=a<by+Wx%Zx#Wy.ax+W@Wy&a9Wy6Zy)W,by0Z;a2Z(Wx(Xx>Xx+V;a}4bx<a.Z{7Xx1a~*W#ax5az(Wx:az3a-a@Z|.Wy(Wx>Xx&ax&W)ax,a/Wy5Xx1Z-X2bx2a~x0Vx'a>a-a+a(bz2ax:bZ4W$a%Wx$Zz5aa$ay<a&Wy?ax#X;a#Zx(Zy(Wx'a3ax.ay2Wy%X<Xz+Zz;Zx4Xx7a0az5Zx$W{9b(Vy1a?Z{.W<a+a#Xy*a&W$W,b{-a3ax2a+bx8W5a}?a{(Zx.X#Z(W4Z%Xa{)Wbx%X<Wz)X/Zx/ax%ay4Z}9ax+W+a+ax>b/Zy2ax,a4ay*Xx?ay2WyX:Zy%Wx,c{%ay(a,X.Zx5Z:X7a|,Xy2V5a9ay/V7Zx(ax$ax#aZx4Zy%a#a|.by.X@W|1az3W|$Wy&Wx.X/Z<ax/Z6Z8Zx.W?Z/W|,X@W.Wx)bx8V{4ay5a6Z>a@ax&Wz9X8Zy=Zy'Zz2Z?a*W%a5Wx#W}$by5Z{$Z$a'W@Wx$a3a9b-ax+X3a*ax(Z|2Xx>Z{<X9Wx#az)ay7X~{#a5ax5b+W9a1X%W5a&Z7Z3az*b'ax#a-Xx+X#Z.Wx$Zx,W#Z|6a3Zy8a3b0a:Zx(W$W@Z&a,Z3ax/W$ax-Xx>Wy-Z~8W8Xx7a5a|)W,Xx/Z)X*W,ay1W<X9Zx.Wy4Zz+a@Z?a|(Zy<Zx'Xy9Zz#W8a,Xz2ax,ay$Zx$az3cz'Z%X3bx'Z$ax/Zx:X'W)X,a#W2Z&a+X0a8Zy%Wy2a0Zx(W=bx7Zx%Z|)Xy:ax9X7Wx$Wy(Xz-Xy:X3a2Zz;Xz=a0ay8X'W6bx&Xx+b-Z~0X)bx1Wz7a0W?a2b+Wx*Zx3aa{%Zx-a-a+Z)Wx'ay-X}3Zz6aa#X;Wx7b{:Z=a@az/W*a:Xx8Xx%X{5Z:W)Z~)Zy*Zx&ay9X(a#Zy;W6a*Z|.X<Zy6ax#ax0W.Xz*a(ay'a'Z4Z8bx9b'W2ax<Vy(Xy+a%a%a?Xy+Z&by.Xy-a'Xx#bx$Zx*bx.ax$a}1a3XX>X4a(az7Wx#Z'X#az1Vya$az<bz)Z/a4Zy1a=b&a9b9Xy?b?ax2a=Xx,ax,bz8Zy&ax:ax#ax/Wx%W7Z1b{%Z5Xx$W)Wx4Z2Z&b{5ay.X2X%Wz-Vy$Wz(Xx7Z)azZz6X}#bx=Wx(Zx$a4Wz6a9b$Zz=Xx,a'Zx6X*ax1Wx5W>Wx+X3Z=a>Zx,W<a}4a*Xx4a9Z/Z:Z#Z'W#a*Wy)ax6a5a5X}'W*Wx'Zy%Xz,Zx?Z:Z(W4ay,X/a(a9a?ay1Xy/Z|9Z<W~x?a6W1V9Z#Zy3a-Zy<ay%Zy<Zz,ax,ay0Xx%ax3b{X-Zx/W9X?b*a+a|$a|0a$Xy+a6a|0W$a(Z$Z(ax+ay-a|$a&Z3Z1X$a0a1b{7ax<a#Xx$Z@Xy3Z.W2a{W)a>Z-Zz%az'W0a6X/a*a|*az$Wy*b(by&Z|=a#Wx+Za{*W$X{6W7W9Zx;ax=bx6a+ay(ay(a:X&ax(a,Xx4Xz;Z;aa|*Zy)Z5ax.ay;a7a6bz:Wz,Xz&Xy+Wx>az6X)W-a*a%a)Z5ay<ay$a6ax#a-az0Z)a}#X5Wx$X)W4a~5ax'Z7a|>Xy?b:Z{)W}'Z?Z1ZZx(ax3a4Zx'W@a6ax#a4Zz)ay5Z+Wy'a8X>Wx4ax,b|7a>V{$Zx<W+W.W+az,az3Xy?ax(ay1ay#a;a%W.Xx0by7by4Zx8Wz,Zz/ax5Xx3a:ax(az+a0Z|5Xy9bx,az.Z{:ax&Wz,bx>Wz9X'W3Z~:a:a-a0Zx$ax,Vx'a{,a};a1Xx#W{7az.a'Xx/Z1a@ZX-Zx$W3aZ#Wx/Wx%a0Xy$Zb3X)a|6az7Z0W(X:Wz$Xy:bx*Wx*Z-ax:W%X#Wx'Z%Z$Wy&by/X7bz-Z@W~x,X3a+W6Wx<Zx:X?Zx4a{%Zx+Xy#Wz1a6Wy0bz'ax(X;b(b4ay/a$a:a-W;a|#Zz(b.Z~{=b.az%az4ay/bx8a=a,W0Wy3Zx3b{(ay(X9ax-Zx.Zax#W0Wy2WXx#Zz4a|:b'Z5W/az:W*Xx4a)a<X3ay8a{*a,ax>a)X#a6W,X1a%Zz;aX#Z~3ay<a7a@b+Zy2a$Wy#b:Zy7W2Z1W2az8ax0W%a&ax:Wy<W)Z|(Zz$by,X0W1a6a4a+c/Xx'az8V|/a(ax(W8a*Vz7Z?X4ay&c|<Wx.ax-Zz2V4ax#az(a7Z-Wy<Zx2X)ay<cx?Z1W-W#W(Zx'ax&Z.X2Z+W3W2Xy0X{6ax9X$Xx3Wz9a>a{)Xx2W|3W:Z;ZZy$W-X9b+Wy/ax-b9a;X&X{:Wz9Zy1bx<ay&a7a)Z+X2X'Vx*X#az-ax-W-Xz,W#ax.ay+a$Z-a6Zy:Wx0Vz9a~5X/a+Zx.a+V{6Z%Zx-bx%Xy-a>X0Z&ax2W2Zy-a8Wx8ax/Z)Wy)aa%Xx-Xy,X?X/W+az1a(ax8az&X{*W&Xay4a$Wx?a5X2a;Xy6a*ZWx?X%bx9a{.ax8Zx4X:Zzb(Zy(Zx#W8W|6ax=Zx'W.ax7Wz>Z(Zx.Wy,ay9Wz*Zx1az<ax/X#X{%b-Wy.Z%ay/aZ2Xx.Wy1a9by%Z0a(Z$Z.b+Zx2a.X/b$Wx)Wz;X0Xy'a)by1ay,Xy8b9a#Wx0Zy1Wy$Z%Wx*a1bx5X{?a*X|(a?a,W%WW3aW&a2a1Wx:X/Zz7Wb3X{(b$Wy,ay8Xy(ay,ax:X9X*Zy=X7ax'b@X+X-a%a)W<bx0a#b.a'W*Zx(X@Xz-a-a{:a*Z9Z#a-Wz%Z)Zy.a%a+Xz6W>ax*Wx:Wz3ax6X;W>b>X}%b4Z-a@a>a#Wz?Zx&ay'Xx*ay&Wy6Zy7XyZ&Wy#ax)a%ay#Z0a+a|>Wx6a9W:Vx1W-a<X:a(Wx*Zx(V%V$Zx#Wy%ax.bx$Xy=a&Z;a{9ax4ax+bx'a,a{0a0W,Xy%ax&bx0a4Zx/Zy+Z~&Z>Vx/W,b*W|>W6Zx#Zx*W.X2W=ax5V8Zx8Zax#Xz?W)W;b'Wy<Xx:W*Xx=a.Z4Xx.Z/a1Wx:Vx%Z<c&Wy2Z6bx1W*azb@Zx7ax-Zy+a|+Wx/ay#ax&X,Wx6b;a2X+b;Zy,W)a2Xy(Zx5aay&X?a'X{-a4Wx0Wy9Xy8ax?Zx/ay8a~%b2ax5Z,Z6X:ax8W6Zy2a3W(Z#Xy8aZ%Z<ax.az/a6W|,Xx'b,X2bz'Wz;X3W&Zx%a2W+a%X4a=X%Vy/a~~<Wx#Xx$Xy)Wz2Zy(aZ6Z+ax5ax'b2Z,a$Wx*Zx1ay6az-a$Wx:b.Z}3Z=Xx3ax0W(Z{W,ay.Wy%Zy-b>Z.a$a|%Wx#Z{-a$a4a&bx4Xx.X3X{.b*X#a&ay'Z(a&Xx7Wy8bz(a9Z{+W6W-a1X6a}+ay4az,Zx2Zx*aZx7Xy3W0Xz*Z'Wz>Wz6Z-Zz(bx(a'ax'Zx7W>b>ax$az.ay&Z5a<W/Z%X{+Zx#a#a6Wz+Wx.X@XzZ7X<a+Wx,Xx9az,Zy=ax9a,az%ay.az)Z#Z0ax,a)a2bx6XW?c+Zx-Z'ax,aZx8Zz&X&W~y7a3Zx%ax$W#Z~%ax)W-az/Z{*a{5Zz7Z%Z)Zx8Z=Zx>bx.aX3Wx3Wy2by/Xz*Z2a)Wx.Wy,Zx8X/bx/ax&X3Wy1Zz>Zx#a(X/Z2W{,ay.bx+X6bx*X&Zz2ax7a2a;b+a+a'Z>W#X6a{;Zz7Xx.bx2Wx4Zz<c7X1W<Wy7a%a,ax(Wx*ay%Zz*Zx1X>a9Z&Wy,a{*Z|#Z?a1X@Z2W.Wx0b.X*ax(W2Z9ay%ZZx0Wx-V'a9by0ax&X*ZZy?Wx.Zx6Wx,W(Wy(Z{<XyZx%Wz(a}/Xz;a9Zx#W#azX*V(a9a*Xx9Xx$ay)Zx(Xx0b9Vx?aZx&ayX(W=Z{3ax,a)Zy+W'a=Wx.a6W?a-a/Zx3Z#Zz+W=ay.Z,a{+Zx,Z>a5Xy#W8X|>W4a|6Zz4bz$b;X4a,Wx-ay2a{)a{)X{,a0Xx#W,ax(Xx*Zx$X;bz&Z6Z$W3b~z.ax*a>a{+Wx6ax?Zx=a~#aa$Z.Z2b*ay,ay0a{#Wy1ax8Zx%a5Xx?ay3Z(ax3a6a/W3Zz>X.Wy9W%a5a,X6a%Xx>W,WzWy#X{.X~x)ay+W$X>Z{-by3Z%bz4a3W.a&bx.Wy(ax5a&a)ax(b~x%ax6Xy0Z}2Z?a~(Zz:Z2Zx,a2W=Z.W{%Xx1b(a'az/Z'Xx%Z(a0Wy>b+Zx$a(c<bx$Z:Zx1aya*Z$Wx)a@Z{;Zy=W|%b{.Wz)Xx-a%ay8W'X3X|;Xy3Zy-a#X;a4aa2a/ax<a{.Z&a/Z5Z;Z{Wy:az(X-Wz(ax+Xx'bx0Z)Zz.Wz)a{;X$Z*a}+a=ay/W$Z3W.Wx7ay-a1ay+ax:Z1az?ax.b*Xz8Xx.Zy)X>ax-bx5Z@X*a&ax7Xy%a(a|2Z:W:Xz-bx3Zy'Wz0W(WX<ax,Xx+Zy(a4b8b+a6X6W<Z|3ax:Z~)a~;Wx%Xyax:Zx.Zy)a5X'a-Zy%a-W:b{)a8Xx6Waz<Wz0ax+W.a5a'Xy'a$W|0Z>ax/Xx-a~;Zx'Xy-Wx-ax%V#ay*Z0ay+Z#ay2Xx#Z>b=b)ax<a<Zz1W{*Zy)W6ax#Wz>ax?ax,Zx$Wx&ax,Z)X0ax4WyZ/ay2bx>Xy%a|:W2X)X)Zx2Wz'W0Z@a6W%a{&Wz1ax(a#Zx1X9a{-ax?Zz%Zx/V0a>Wx.Wy/Zx$a/Zx2ax5az+aZy1Xx9X<a#X@Z4c;Xy%Wx$Z:ay+Xx3ay'b;Vx:a~x<b6XyZ%ax>a6b)Wx?X|&a=Xx/b%Xx(Wz#a6Xx%bx4ax(a2bax$a9a5az9Wx4a3Z~)ay>by;Z>Xy8ax'a'W$Z,X%ax-Z=X{$a4a9Wy-a,ayZx*W.a1bx)X,Zz8W{.ax7ay3X{'Z1X@W(Zy<Wx;bx+ax,X$ax%a#ay,a0Z@Z0V.a9ax#Zx:Xx7a7ax#a'Wy(a&Z;X8a3Z>Z)Zy1Z/ay9Wx)ay)Xx.a+Z-aa.a-a(a#X*ay?Z.Wy4X(X.b2Z/Z}1a'a#Wy.a|7Xx$a.X'Zx?a<W6a,X3Xz%Zy*b9a(ay#Wy,ax)Zy+ax4a7Xx%ZzZ4ax:Wz4Xx(X+a(W>Wy?W0Z>Z(W:Z*W6ax5W%az.ax(ax(ay,V5a0ay/a{.ax'V3Wz;V/Z7W|.a}*ax4bx(Zz*Wy2b|>ay9Z7ay#Xx6Zy;Z&ay&Z*bx<a;Z$V)az6Zy:Z@Xx/X(a<X|5X)Z7Zx#a(X?X;a/Xx-ay+Zy3WZy0ax'Z0ax*Wx'Z-Zx-W#Z/X*Xx'X8Z#Xx;Xy8Z&ax7b9bx?Zx(Z}(az-a1Zx-a|#Wx>a6ax;ax%X-a4Wx)Z+Z%a%WyW#Xy/Wx.Wy5ay,W2Xy3Z{-WZx*X0a4Z?a?W(a$W3a*az<ax?ax8X7b{4Zx$b2Wx+a*Zx-W(Wx$ax-Z(Vx%Zx>Xx7W2ay%Wy;a6ax,a+a$a|>Z.Z6ax#c*Z,Z:ay-ax%Z{<X5a/aXy:Wbx%X8Wx)Wz%a,ax.Vy5b(W5X>Zx$bx5Zx(Xx&W<Zz&ax2W<b)Wy(a,a{)Xx/by&a4ax-a%W%ay<bx/W.ax<W<a|3a$b*a2Xy)W0Z'ay(b2Zx;W)Wy,b}7W#a/Wx5a,Xz&Wz+Wx3ax:Z'ay*ax/bx>Wx-Z|7ay4W2Wy,W9X&Z)a?Zz6ay)aXx9W#Wz#X|/X~*b%Xy%Zy)b~x0Zx,a'W3Xy=a/Zz-Zz1b~x+Zx;Zy6Wx0ax%ax3Xy#a6X?ax9az+Vz9a@WZ{(X{&a-a#a.X?Xx,Z;Z>b9Zy)XW>Wz'Xx5ayXx(Xz,a/Zy:a:Zx6a(Wx)Zax;Z4a@X&W&Zx1a)Wy3Z2ay6Zx&a7Xx;Wy>Wx1V7W'Zx,bx7a:bx8a3a~x-ax(Wz(Zy$X*Wz'Xz.a&Z}3Z{6Zay,ax1ZyW;V$ay;Wx-b|.Z|'by(a3W6Z1a7W.ay-W&X|5bx.Z2ax$X}=W{#Zx;ax$b~{'az&az#Z<Xy,a|.b<ay-W=a:Z~;W%a+a(Z,b:X:Xx>a-Xy.a/b(X?W|4a4a&a{a|.ax#Wy$a#a%ax&bx+bx'Z)a+ay3by2Zy%Wx&a(Xx1az'X1Xz+Zx,Wx9Xz+ax2ay1X3Zx%Z$ay:Xy&Zx#bz9Vz;Z2Xy5a'Zx'a'az;W1W5X(Zx#ay)Z6b#X|/XX)X,X#ay,a1X.Z#a6b{<b.a7Xx,b{#Z$bx0ay2Z>W=az%a)a6Z~x:W:by'a<bz'W6X'a*Wx'Wy#a&bz.XzXy)Zz%W6ax+bx$W7Wy)Zy2a}b|6aXx6a'ZzX:Zy$a5Xz>a(Zx=W=ax7X2Z9Zz0Wy;a}>Z;W(a2W.a9Wy?W6W*a-bX=a-W*Z(ax8az5X/Xx2Wx8a(W:az.a=Zx8a$Wy)X?ax(a1bx,a'by'a>V7Z*Xy/X}(bx7Z5Xx;X-ax%ax%W$Xz4ax0X%X'b}%Zx(a}$X|1Wx1b,Xz5a8Z;a7X$a9W~5a;Z{+bx*X|Z9a|4a?Vy6Z5Vz#Zx#W=az=a<ax8V#Z{/ay-Z1Wx*Zy3ay-Xz#Xy8Wx=Xx?X>W|#Z'aby:a{.Zx7W8ax.Z|/W*a,Wy'Wx:ax%a;Z#bz7ax.a3Xx9Vy+ax(W{)Vx2a$a~x4ax9Zy'Z9a7ay#Zx1W?W$X{)Z,X%a9X4a%ay;Zz9ay3a{'W{=X8W{?a2a4ax2Zx)ax$a7a1V}#Zx8X|#b|>az(ay%ax-Xz-Wz<Zx:W$a1ax(a/Zx.ax%a0X+Z.b{0Z)b<Zx,W/W,X:Z&a.a*a)a/X&a&W{'WZ*Xy;az>a-X;W~y0ax;ay'Z{/c$ax9ax=Wy$b~x5Wx1W9Zy5Xx&ax1Zy#V4Zz0X.a0Zy7a}/Z?W~x?a:a+Vx#Zy,bx)b@a;W>V&a;Wz.X$a|(W|(W*a6Wax<az#az-X7Z+a%X{4b$Wx%W1Wx4Xx/ax%V2a&a0Z5a%by2a@X=Z{8a&X~z1b5Xy9a8Z$Xx/W.az4Z$ay2W3a}+Xz3a*Xy0W'Wz+bz&ay0ay/W*Wy<Xx,az5Xx)Xz/Wx1Z-a/a)W,Wx6Xy$W:cy;X#Wy0Xx*W{?Xy,Zx?ax'a(Z*Zx*Z0Xz3Zx1Zx5az/a*Zx>Xz.Xx0Zz:aW,W#W$by5ax8Z<a7W*X+Zy4bx?a$WZ@a~?a/X>X~x%Z4Zz*ax*Xz2W9a{(b0a5Zx3W'Z4a+a{&W=W'X2W$bz1V-by=Zy#Wy=a=Zx;a7bW.Xx4Xz8a4X'a-a)X.V5ax?Wx'Z8by#Zz$Xx=Xb8Zz6Z#X-a},X8b9W)W,ax/Z,a;W4a%Zz*ax-Z~x;az-a6X$cx:Zx&ax'b.Z6ayay?Zx0W7Z.a~x%a'a'ay<Xy9a~&ax7Z)ax$ax4Z4Z9W8ax#ax8az*b{(by7bx1Z5Vx:aZ3ZyXy+Zy.X9a3X4ax<aa(W2X#Z,az*X4Zz8a)b+az0Wy,X6Z:Wx:Z{'a-a{)b/Wy;a/ax>a?Z%Xx3ax4X<Wx/Z.a)Xx(a'Wx,Zy2Z3a;Xy=ax7a{4Xx1Wx'a,X+Xy4ay8Zx9a5X'Wx:Z6W6W;bx3a(a{5Z.ax4W&Z7ax,Z|7X{1Xx2X+a+Xy;X*X5b)ax#X|7W&a'XyWx/ax#ay%a&a0Vx>b0X.Zx$ax&ax8Wz>Xx%X/X-b<Z-a:a+Z8Wy<Xx6ay2ay)az5ay%a{#Wy+a0Xx)W|Zy3Zy'Xa{;Z*W2V|%W(X>b2a{$Z>bx=bx<ax9b~9Wy6Zy%W;W+W{4bx9X@Z9V?ay5Wx,Z|(X{>Zx0W;Xx$X~}5aaz%a)X*a,Zx/Z*Z1Zz*cx8Vy'Zy/ax'W:Wy-Xy(a>Wza%W,Zy&Xy,Z9Z{-b*a;W*Zy)a*b'W{%W{>X3a>Z$a(X?X0a{)Wx.Xy%azW*a~%Z)b.ay8by&ZZ/Zz7Wx5Vy(Zz=W2Zz2a@a)W3Xx7Zx1Z|4Wy*ax+Wx-Zz=Z-XXx,Z&a%W=a{=Xy,W(b%Xz/Wx<bx+a0ay9a+Zz%Z6W=X%ax8ay/Zx8Wx#ay%b(b=W-a+Z6a1W8W6X&ax,cx0X*Xx9ax:Z/ay0b,X)X-X=a{$Zx-Z/Zy0ay)ax'bz,ax*W9a@Wx'ay=a%Wx/a%X-Xx9a,Wx(az9a|6a{%bx6b(Xx+Z{X,ax5ay.W=aV8Zz8ay$Z9a=Z*Z)Wy3by.Wx,a{$X?W%Xy6a{6aZ5Wx&Wy/b0b{'Wz-ay-Wy:ax.W-Z/V#a'ZZ7ZW/W=Wz<Xx7a.Wy(b)W/ay6W:a;W$Xy+W.W&ax<X<b2W=Wy&a%a~3a)Z{:ax%W8Zy'Wy%Zx;ax:a'W3Zx(W7Xx$Z/W/Xx,X:W/a$b1Xy,Wy'V#Wy#ay(a%X=a#Z>by6Zy*b9b#Xx.X{%X,ax#Wy.Wx4X{:a|=Z)Zx+ax#Zx5Wy.Zy#a{'W&az+by9a%W?Zz>ax7V3ay+Vy%c/X,aWx+ay/Z-b8XWx3Vy(W{9b,a1a#ax.Zy:X0X=Zx&W@Zy7ax?b.W7X;b*Z<WX.ay&ax1a{,Z$X'Xx&X}+a/a<X.ax9Z)Z5ax8X>bx#Wx5a+Xx?Zy-W/b#Wz.Z-X%a{8bZ{0a|$bx-a<XX9Z%ax.a)b8W@W>Xx(W9bx;X&Zy&W/XyX1a0a,Z7Wx#b%W-Zx?Xx4a5a0X{2a5Zya>Z:W%Z7Z%XWy<a{<W{(a:a{#a{9W7Xy/Zx&Z)Xx4Wy6Zx#a#a?az6Xy,ax:Z0Z0aax?W9a6ay*ax1XyXx6az=a|$bx6Zy(Z{2ax#Zx6ax3Wz7a$b(Vx<X1Z*a&b{Z}1X?ax%W(W0a,a(a(a@b&Wx:Xx:Zx4W)a)a{&Wy=a/ax$X<X2Wx0az3Z*az/a8ay;Z-Zy1Z5Z(a/XW>W-X~y5a0by1Xx,Xx,Zy8Zy5ay;a=a6Xy.WWy1Zx&a{$Zx3ax.Zx.Wx%W#Zay?Z:cx9Wx5X{*Zx,W6ax0a9a|$Xx;a%ay?X5ax9Zx.Xx=Wy%WWx1Z?Wx1Wx?W&Z3ZW<W|8W%Xy$b)a{/ax3X$ay&az?a$Wx#Z#X1az8b{3Xa{)W:Wx:Zx-Z,Zx,b8W5Z6a+Xy,a,W1ay%X<b3a4a/b:Xz:cx&X}#X?ax2X+Wx:ay&Wx3Xz#V>ax-Vx#Xy*X*Wx'bx4a{(a=Wx)ay+by7bZy'Z#a-a=X=a.Zx3W/Z},a@a@a$a$Wa:a&Wy%ax>Z%ax/Z$Z2bx*b}?Zx7W3ax;az+Xx%W(X/W{'Xz?W0Xy+Z6Z2Zx7X>Z#b~3X+az-Xx7ax6X.Wz(Z(V$X8a6X?Xx7Wy/ax0W{>Zx$Z7Vx'W$ay-Xz)Z-Wx&W>X-ax)Z)Zx>bx3Z,a;ay*by9W?Z3Wy3ay7ax?W$W%ay8Z{3Wx5Zx&ay+a+a'V5X1Wx:a)X/Z1Zz5a,a5Z,Xy.X'a4a{9b*ay*Xx*a+Xz-Zy9ax9a3X-b'a7ax5b.Xx&az9Wy8ay2Xz4a4Xz(Z,Z1a-a<Wx%Z}'Xx2Xx%Wy7Zx=W8Waz<W;Wx4Wz=X<ax2bz)b|+a5ax)Zx$Wz+Xy1W5ay<Z%W~/ay'b0Z}+Z9WyX-a)ay3X?Z+X.ax,ay7ax/Z.a{=b+Wy*Zx%ax&a+ax1X<a/ay:X}9ay.a{=Xx%a/Z}9a<Z)Z$Z|(Zz9Z2W{<Xx)W+Xy>W$a)Zx;a}Z#Zz(Z:ay0Wy%X,Zx2W3V4by3Zy-a1Wx1W/Wz(Z+a:Z/a4ax&b%ax9ay/W=ax*W1W(ay(az>a;Z>Z3W#W;Xx-Xy%a(X{?W,bza)W8a3Xy%Xx'Xx1Zx=ax:Wy-Z,ax=Zx+W&Zz'Z:X~x=Z.Wx/ay9W=a3W4ay6a{W/az?W7W<ax/W<Xx:a{7Z.ay>X{'X*a%X8Z9ax:V1Wz+ay:ax7Wz(ax,W%ay;W9ax3a|#W+Xz;b'Z$Xx$W$W5Wx&bx1Wx&ay%a'Z>a%a9Zy7W{6Z{<Wx3ay8Z+X0X:a1a=W.by&a*a4ax*W,bx*a#a)Zx/W$a/a*X2Zx?ay;ax*bx*Wa{$X2a4ax3Zx-a*W1az9ay.Wy(Zx1a0a$a3a*a&X)Xy2b9b0a|1a-Wx6a$aa+ax)Zy'a%ay2Xx+bz7Z2Zy#Zx1Xx'b&a~/ax-Wyaz#X'Z$W(Vy9Zy+aW%Xy(Wz#b3ax4az2Z.Wx;a:Zz.a<Z<a1a(W(Zz&Zy#Zx$Zx%X-W}9ax:Wx3Zz:a{/ax0X+Xx3Wx:ay1b3ax0Zz1X5a#Z(Z;Z{#Xy1W|.Z(a;X}a0b:az%a;W;Zx%Xz$ay'az7by:a}(ay<WyXz=a9Wy8W?W(ax(Xy#Wy.Z)Zy'W6a+Zx1a{?Z?ax/W&Z0Zx+ax9a)a{W|;a1a5W#a2X*W7Zx&az/X0Zz1Zx0Z5Zy)Xx/Xx#ax-by.Xx$c+a#a*ay0a*ay9Xx9ay$a4ax'a'Z&Z/X}2ax:X.ay1ax6Xz(Z*Xx&a>Xy:X6X7cx;Vy)X+Zy8d'W#a0V0ax1Zz'ax?b/Wx?Xz$Z$Xx4ax;Zx<X)X0Zy7X6a{.a3Xy?Zx:Z+Wx(ax:X)a,Z&W4a.Zy8Vx2Xx5Z#bx)W:ay2ax4Z|.Z%b{X2Z/X8ay1Z(Zy9W-Wz;ax'X3a{8Xy'Z5az/a4Z9ax.Wx*Z%X4Z:Z;Wy*ZWy1a,Zz*Z~y,Zx:Z*Vx%a#Z},Zx;W?Wa;WVz+Zx/Wy8W}*ZybXx>Wx.bx*Wz.Z2a~z>",
} as const;
