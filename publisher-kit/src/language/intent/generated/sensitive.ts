// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 24811,
  "positive": 9590,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 22104,
      "positive": 9310
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
  "writtenSha256": "b21a24675d9301a6d4bf101478fcf6e99993f96ebf4ce432a30e0042887f307d",
  "featuresSha256": "302a7427bd24ffaf84674b4827f4f68dd3d163b84aa15607dedb416bee259846",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "ce1fd14ec7052149bb74ffd77954cf988101c45cee9f1e01379f88e69b040d4f"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -5,
  threshold: 1,
  scale: 0.308254,
  bits: 18,
  weights: "{&Zy;Xy/b0Zx=az-a#Wx*Z=Zx.az<a)Xx;V3Xx5X;Z%W*Zx(Wy8W#Wy/aXy'Xx)W%W2a0ax:Wx$Wz1a,Z8ay&X0ay%ZW(X(X5a|9ay3ax,a{.Zy9ax/bz1a'Wx<Zy<W{.Zz)Z8Z$a>a;X3ay)WW'a-Wx#Wz-Wy&Z%Zy&Zy<Zz3a&b9X@Wx&Xx)ax,bz,a*a.Z=a~y*b=Z9X.V:a0Xx'Zz;a@X1Z'W5W(X%Zy(ax6Zx+Xz;a)ay0Wx7a5a;Zx.a(a9b.W5Zy?Z.W1Z~/Wy,W*a0a:Z}/ay?Xyb%ay.ax,ax*aax'Z$V2aXx.a(cy3Wx/X-Xx,X*Zz/Z2a~x+W%a{)XV&Zx4a>Z|#a*a(Wx$Z{>Wz)ax0ax7ax)W-ay#a#Zy*Wx+W$Z&X0X2ay7by<a/a=Z0a-Zx)a0az(X1Xz<a@W-Z/W#Wy=Zx6Zy5Zx:Wx0ax/a@W@X-b&a#b)X+aya3ax0Xx-az3Zx*X@X3Z1W7W*b{%Wy=Zx'Wy$Wz-ax?a~&a7a{3b/ax&W&ay:a#Wx+Z#b8Zy#Z:Z%Z7W$ay;W=by7b8Zx+W1Z{;X'Xy;Xy$Zx'Z:a%X{+a1X},a&Zx?a{/Zy&W8a0a2b~x1Wy2ay$Zx&W+Xy5a=Wx&W?Zx.ax'Zz=Wx>Z}*a&ax-X#Wy+Z+Wz?bx#b|+Z4ay9b#Wx2ax.X4X$Xx1a{=X,Z@Xy%az>Zx,b#b8X%a:Xz=Z>Wz2X,Xz<a{2ax,W0W=Wx'a$by/a.Xx$Zx,bz2Z+bx,W(a{9W:az$Z>Zy>ay$Xx#a+a&Xx-a~y;X(W6ax5a2W*X1az'a=Z{ax7Xz5Zx#bx+X}$a8X;Z'b+X1X(X+a=W7a#ax+Z@Zx#Z{:Wy.Z.ax.Wx%Xx-b&ay0Xy%Zy1X9Zx6Z%Wy5Zz)Zx+ax#X<Z.Wz/Xy7a{/Zx6X+Z~x$Z'Wy3ay(a$a'Z$Xz4Zx0Z/Xy(Wx.a5ab$a*a6ZWy*Z~x.b6Xx#Z:a4a%X,bx;X&ay.X?ay3Zx?a+X@b|*a)Zx$ax>c~y4X=ay7Z0Z0ay*a&Z0ax%ay(Zx0a?ax+a8b{%ax2Z$Zx4Z8a1W=Z@Xx&az(Vx#a&Z},Z9ax2ay%a$b6a$W8az6W=ax0Z4Zx$a'W:ax3W.W1Z6Wy$a'Zy6a$aW)Wy2Z/b@ax2Wx<Wx=W{'Wy+az:ay?a|>ZZ+ay(Xx=ay+ax3ax-Wx5W(Zx<Zx&a|0W{az+a1Zx.W%Zx2W'a#a3a&V%Z,Zy:aay9Xa%Xx,W2Xx0Zz,b7az(ax.az,X:W3W:Z{.Z3Wx#Z8a&X|/a1ay5ay=X5Zx.Zy#Z.Zz8ax+ax9V{?aZ/az,bx=X3ax*az;Z{:ax*WX;W5Wy-Zy/W#ax.Zy'Zx%W/X9bx=Wx5X{-Wx,Wy&a?a.X,a=X3Z8c#cz)X-a:Z%Zx&Xx*a:a7W9Xz&ay8Z9a|0Z9a|%W*Z{0Zz:a#Xz0a:aWx2Xx1b%Z%Z$b1ax&Z/X3Zz9Wy$Vy8a(a#X}#X1W|(ay<ax<W/Zy&Zy&Xy2a'a&ax,a~/by3az:Zx3Z7Z3Wx,Z8Xx.Z,W~y,a|a*ax,a{9XZ:Zy+ax/by%Zy.aaz4WyXV3a{>Z@Wy7a&c<a8a{#Z2X-Zx.Wx2W>Zx?Zaz$bx.Z'az8ax0b~'Zx2Z&W2Xz:a1ax*Xx#a-ay1a/b$Zx/Xx1Wy,W/Wx4by.Z#Xx)ax8Zx$Xx'b&ay5Zx?Z,ax(Zx'a'X'a6a&W3Xx?X|=Xx6Wx(a)Z+Z*Z|9Zx6Zy?bx#Z4a#a{*Z7a(Wy)Zx.Zz/az)Zx2cy*aX|3a*a8Xx.a{=a{0Zy+X~7W9W+Wx'W#Wx,X1Z(V{2Wz'Z3az?W6Z<Wx;X*a#Wz.ax$X(Zx8Wx6Z*X7Z1W%ax2X*az+X?Z5Zy,Wx8X2Zx9by1W=bx:ax2ax2Xx:a?Zx,Zx9ax9W%W'Za&a/Xx<Vy%ax2W/X&ay%c:Wz2a:a>by*X;ax2Wx#ay1Xx2az.ax%Zz#W3Z}0Zz3bz5b*Z{a&a:X-Wy?Zy*Xy6a{Xz3a3az:a=Wy?Xy2Z~9a9b2Wx5a{<ax3ax&X5a~x#V)ax$a,a0bz$Z~#ay#V3cy#Z5ay*bx2Wz0Zx(Wx+X%W/aya@a'a)b?ax&ax1Xy4ay2W'W6ax)ax$Zz6Wy(W,b$az#Zx'X{%ay)Zx4Zx%Z@Xx+a|+Zx'Xx=az0a<a6X%W#Wy5Zy4W'a:W7a.ax#az#az)W/by%Wx:Xx<Wx:Xy%ax0Wx#Xx9a0Wx(X/Zx3Zx*a{=Zx1Zz5Xy:ax:Z{-Z/X4Z;Zx*ay1Wx3ay%a2a{.Z+a.Zy,Zx=ay?b&W@ax5X-Z+a{,W/Xx6b{.Z#Z{W&Zay,W{&Xy'a'W{ax9X;Zx6a)a.X{'Wy<Z6X6a/ax,X#a$X|6X(a@b0bx5Zy7Wy)X2Wx;W/az(ax3Zx=a+X%Wx2Z2a#Z:a)W0Xx6X7X{)a<a3b4a$Zx.b.W2ay%Wz$bx$W<Wx1Wy>Z9b0Z7ax8ay:XyXx8az2a-a-W(aX6ay*XX-abx&a>Wx8a-Xx.W%X)bx#b%ax%W#W*a5Xx.b-Z(Zz*Zy(V1a#W=Xx#X)X,Xy(Xx%Z*W{6X,aW<a,a%ax1X6Wy&Zy/ax+ax#by3W0Xx9Xx(b3WZ>Xx.W{4W-az$W9a7Z>Z/ay%ay8ax%a(Wy4Zay(X6Z,a/a:ax*Z9ay;a$Zx$Wx-a3a:ay&W>a&Xz1W5ax&Xx3Zx7ax-Z:W,ax>a+a{6X#X)X3a{+a%a3Zcx:ay0Zz-a3Zx&W~z+Xx$a@ay-Wx*Z~{?az#by5Z)Zy4Zx&Zy4XyZz%Z{$a#bx'Xy9W0Z3W(Wz&az>a.W6ax2Z+Zx&b)W2bx)ax$Z,Wx3Wx)X;X.ay#Xy<Z|/Z@Zy$a(a(Z7ax,c#Wy.b.X<a<a9a0bx&ax?WW~x,Xx+W-a6ax)a-az)a7ay)a.Z$W6Xx#X/Wx)az9Z=a{1cx.Z)X.a<Xx+X*W0b'W,Z4a$X3a)Xx:c{7Zy2Zx*aXy$Wx=X&X5a%a3a/W&ax,W|8X<Zx=Z<b/Zx;Wx%Zz0ax+Wz'Z9Xy6Zy)W,by0Zx.Zx/Xx>Xx+W~0ax<ay*X~y-Zy*X#ax5a,Wy;Xx:ax7ax;a-a2Z/a{%az1Wx%Xx?Zx&Wx4a/Wz(ax=bx2b~y6a>a7a(az+Z(Zx:ba4X$a%X=X$W-az+az'W{#X;a#Zx(Zy(Wx9ax.ay2WzX}(a>Zx4Xy(az5Z|<b(Vy1Z<X$Z{.Wx(a#X+Xy%W/bx0Wy<a3ax2a+bx8W5a}?az'Z@Zx.X#Z9Z#Z&Z{*a|*Wx=bz&X3Zy9az?a5WX4W+a+ax>a/a2Xx3Z-ax/Z1Zy*Xx?a{3W:a'az*b{%ay(a,Xy$Z:X7ay?Xy,Xx2a?V5az)W7Z+Xz#aZ/X%a@ay%a|0bz/W|1Zz3W{2X1W{#Z<ax/a6Z8a4X9W?Z/W%W|(W@W.W0Z8bx8V{4Z1Xy%a6Z>a@bx&Wx#W7Zy8Zy=ZzWy7Z?a*X%a5WWz+az9b8X:Xx#Z{$a$a'W#a>Wx$a3Zz%a*ax(a{Zx1Xx>Zy/Zy.X0Z*X{+Zy7X}.Z|%X&ax5b+X%W5a5X5a&Z7Z3az*b'ax#a-Xx+Wx(W,ax,W#Z}*Zz,b0az'a&a>ax/Wx0X{,ay)a{+Zx&W7Zx8a5a|)W,Xx/a2X,ay1Xx6Z?Z.Xx$W6a:Zz+a@ay)Wz9a(ay:ax'Xx.Z|'a,Xz2ax,ax6W-Zy:Zx;cz+W3bx'Zx2Zx:W'V)X,a#W2a&a+X0Z8Zy%Wy2a*a'Zx(W=b0Wx(Zx%Zy(Xy,a,W*Xx+Wx0ax9Vx&X5Wx<a+Xy<az+W2a3Z9az#Xz=a0ay8X'W6bx&X.X<a-Z~0X)ax1Wz7ax0a2b+Wx*Zx3aZ7az-Zx-a?Xz3Xx9Xx/Zz+Zz6aa#X;Xx7a{:a=a@ax.ZyV*a:Xy;XX{5ax$Z9a|=Z1ay*Zx&ax0ax*X(a#ay;W6a)XZ|.X<Zx<Z9ax#ax0Wz7a(azZ8bx9a'W2ax<W;Zx,Xy+a%az/a&ay.Xy-a'Xx#cx$Zx*ax-ax%a},a&a4Xx3b(Zy:a<Wx#az9Vya>Wzaz)a/a4Z-Zz#bx8Xy?b?ax2a,a2Xx,ax,bz8ax<X)ax:Zx#a0Z(a7Wx%W8Z0az:Z*Z,X*Xx$W+a@Xx)a{5ay.X2X%Wz-Wy$Wz(Wx7Z)a5Zz'ax0Wx,Xx?Wx4ax.a?bx%X9Wx(Zx$a{*Xa9a{Xx2Zx?a$Zx.Wx5W>Wx+X3Z=a>Zx,W<a}4a3ax+a9Z/Z:Z)V#a*W.Zx:a1Z$Wx#a5Z5X{=Xx2Wx'Z3Wx3az*Zx?Z:a(W4ay,W/a(a9ay*Xx(Wy/Z{&Zx4Z<Wz(X|8ax(W9Zy5a-Zy<ay%Z'Xy6Zz,Zx,az>X5a3b{.Zx/W9X?b4a|$a<a{3Z$Xy+a6az)Z'ZyW*aa$Z(ax+ay-a|$Z&Z3Z1X$Z0Z1bx5X4W1ax<ax>Xx$Z?Zx5X>Z.W2a{*a>az1az'W0a6W/a*ay#ax&Wy#az$Xy)ab$W%b#W9W&Xx%Zx$a{3Z(a#Wx+Z{+W$X}(Zx5Xy%bx6a+ay(ay(a:X&ax(a'X&Wx4Xy;Zx<a|*Zy=b{*Z7a6bz6a%Xx5Wx6Xz&X~?X)W-a*a%a)a5Zy<ay$a6a/Z3az<Z)a}7Wx$W)W,a)a~5a.Z8Z7az#Zy?ay<a:Zx&Xy:Z)W}'Z+Z5Z1Zax(ax3a4Zx'Wx7Zx#a%Z0a0Z6ay#a+a{;a8Xy3ay>Z{%a>W{$ax<W+W.W+by:W1ax3Zz6Xx*ax(ay1ay#a;a%Wx=a&ZWy1a%ay0Zx8Wz,az/Z{$ax(az+a0Zy#Wz3Wy9by8XyZ|4a,X|+Wz9X'W.Z&Z~:a:a-ax3bx,Wx'Zz;a0a}5X'a1Xx#W{7Z|$a1bx#X-Z-X6W3aZ#Wx/Wz7Zb3W)a|6ax>ax8Z{5X6Zy%ax*Wx*ay(W%Xx)Z(Wy&ay/X5Z#bz-Z@W~x,Xz1Zx:X?Z|8Z4Z6Xx&a{.a6Wy/Xax;Zx+ay$a(bz$Z$a:a-W;ay&Wy<ay;a,a.ZzZ~x<b.a1Z}(ay/bx8a=a,W0Wy(Z,a|:ay(W9ax-ax.Zax#Wz#WXx#az4ay'Zx*Zx;W/a;W/Zy'Zx4W*Wx4a)a<X%Wy*X=a$Wy6ax0a,ax>a+a6W,W1a%az4X(a$Z~3ay<a7a@by<ay&a:a9Xy0Z1W{+ax0W%Zx?Wz&Zz<ax+Zy(X4X(ay,X@Z6Z4Z+b/X{;X$W|$Z3ax(W6W#a*V#W|*ay&c|'Z6Wx.bx+a#Zz2W4ax#ay5Wx*Z{;Xz&cy=X#W(ax'bx&a.X<W3W2Xy0X}3Xx3V$az6a>a;Zz-Xx2Wz0Wy$Wz:Wx'b+Wx<ax>b(a)X*b;X&Xy3Xy(Wz9ay1ax$W4W&Zx3Wx*a$X0X-a&X'V{8ax-V-Wy,W?X'Wx*ax:a0a$Z-a2W%Zy:Wx.X#Wz9a}&Wx0X/a+Zx.b+V{6Z%Zx-bx%Xz,X5ax2Vy>a8WzW'Z'X#Wy*a5a;Xy,V?X9ay>Z2Z(ax8a{1az$Way1X$a$Wx?a5X2a;Xy%W;ZyX%b@a8a7Zz6Zz-X:azb(Zy(Zz;Z|3Zx'W}%Zx5W+Wya(ay2Wz*Zy2Zy;ax/X#Xx+ay9a-Wy.Z%ay/aa2X,Xx#W(Z=Xx$Wx#ay%Z0a(a1a+ay/a$W|4Wy'a)b{<X.Zy+b9ax2ay1Wy(W8W1b1ax5X{?Z{?Z1b?a0W4aW&a2ay,Wx<ay*Wb3X{(a$W@Xx)a#a{?ay,ay4X*az5ax'bx,X-a%a)W<bx0a#a.a'Wx1X@Xz9a|%Z9Z#a-Wy#Zx#Z)Z}3W;X6Z6W>a{/ax6X;W>b>Xz4Zz%Z-Z@a>Z#Wz?Zx&Zy'Xy;a3W|.Xy'Xy#ax)a%ax4X=a+a|>WXx5ax4Wx=b<Xx#Xx*Z%Xx$W%Wy3W6ax.bz?X'Z+Z1a{7a#ax4bx&Z&bx'a{;a0Wy0ax&bx0a4ax'Z)ay+Zy,W{9Z>Wx/W,b*Wz1Xy.Wx4Z$Wx+W.Xx-Z$a%Xx1Wy1Zax#Xz?X)W;b'W@Zz6V*Xx=a.Z+a*X1a<Z/a1Wx:Wyb&Xy2Z0X'b2W>W*ay>a#b@Zx7az7az6Wx4Wx/a*ax8a9Z,X,Wx6a;a2X+bz(W)a2Xz=az&a'Wy#Z2X0ax<Wx0X|2a/Wy?ay8a~%b2a<X8ax<ax8W6Zy2b3W(a#Xy8aZ%Zy+ay:Z4Z6W|,Xx'b,X2a{<Xy&X3X&Zx%a<a%X4a=X%Vx6a8a~~<Wx#W{3W,Xx>Zy(aa6Zx?ax'a2Z,a$Wx*Zy6ax1az-a$Wx-X.b.Z}3Zx6Wy+W#ax'Zz,ay.Wy%Zx>Z.ax-az%X?Z9W*W{.Z@a$a4Z&ax4X,W}$a&W%X#a&Zy'Z(b%ZX)Zx:Xx0Z<bz(a9Zz4Xy+X6a~x>az'W&Zx2Zz#X1ay#V,Zz.Z'W{1ay.Wx4ax.Xx)ax.a9Z-Zy6a<W#Z(X'X5az.ay:Z<X3X{+Zx:X|+X/XzZx>Wx&Wx?Zz,Zx6Xx(ax&X4a,az3Wx>az)Z#Z0ax,a)a2ay'X1b+Zx-Zx3a{=X&W~%Wy3Zx7ax$W#Z;a(X}ax5az/a{*a$W{2az%Z3a-ax8a=Zx-X2ax.aX3Xx3Wy2by/Xz*Z2a)Wz9Zx8W/ax/ax&X3Wy1Zx(ax/Xx)Zx#Z(X0W~+bx+X6bx/Zy0a:Z(a&Xx2a2ax2Zx'X6bz,W}5ax2Wx*Z+Zz<c7X(W*W<Wy7a%a,Zx(Wz.Zx3Xx6ay0a9Zx2W>a{*Z}3W,X5Z2W.Wx0b7ax(Xx,ax=W'Zax0Wx-V'a9by0a3a2X*ZZy?Xz%Wx,W(W~%X/Xx2Zx%Xy9a.a}/Xz;a9Zx#Xz-V(a9a*Xx9Xx$ax2W6Zy7b9WyZ6Xy0X(W}<a)Zy1ay,a6Wx;Zx5Z{)ay.Z,az%Zx'Zy+a5Xy#W8X|>W4a|6Zy1Xx$bz$a;X@ax,a(Xy+a'W{#Z~Zx3Z0Xx#W,ay1ax>bz&Zx-b.Wz6a1Wx6Z{#Zx*a>a{+Wx6ax?Zx=a~#Za1Z8Xy/Zy0b{#W*Xx9X.ay.Xa.a2Zy$a'Xy-Z(az,a/az=Wy9W9ax#a6Wx-W,WzW{-X/Z{#ay-a|;Vz*Xy#by3Z%a{5a&bx.Xy(ax5Z&ax0b}0ax2a#ax6Xy0Z)X}*Z~,Z;Zz:Z2Zx,a2X=Z.W|5by8ax%Z'Xx%Z(a0Wy>b+aWx#a(c<az/ayZ*a$Wy*Z{;Z;X3Zx/Wy#Zy.X4b{.Wz)Xx1ay8W'Wx8a}3Z6ay-a#X;a4Za2a9ax2b{.a&b/a5Z;Z{Wy:ax>ax)X-Wz(ax$ax.bx8Z|%Xx2ay<Zx>X$Z*a}+a=Z/Wx?W$Z3W.V{%ay;ax/a,Z1az?ax.b*Xy?X8Xx'X(Zy)Xy,bx,a*Zx+a&ax7Xy%a|9Zx5Xz-bx3Zy'Wz0X(XX*W3ay6Zy(a4b8b+a6W#Wx1a|3ax:Z)Xx:Wz6ax/a~;Wz&a|/Z7X'ay1b-W&Z5ay:W$X'Zx%Z8Xx6Waz<Wz0a(Xx$Wx*Xy*W|%Zx+Zx/Xz)X|?Zx'Xy-Wx-ax%W#Zy*Zy<ay2Wx#Z>b=Z)ax<a3X*Z~:Zy>ax#Xy.Xz1ax,ax$Vx&ax4X0a)az-Z/ay2a{$a}-X)V)Zx2Wz6Zx7W%Z{&Wz1ax(a#Zx1X{*a<a3X6X/Z(Zz%Z,Wx$W0a>Wx.Wy/Zx2Zy?a(az+bax1Zy9X<a#Xx5c;Xy%W=a&Zz&X{5Vx:Z}3Wy*b<Wz=a6a)W~&Z=Xx/a%W>Z)Xx)Zx9a6Xy8a,X)Z#X1a2bax<a5bz9Xx4a3Z~)ay>by;Z>Xy8ax'a'V$Z,X%Z=W/Z=Wx;Zy(a4a9Xy-a,Zx>a#Zx*V>ax'W#X{?ax9Zx8Zx7a(Z~$X@Vz%Wx;ay6W$a,Z8a#ay;Z@Z0W.a9Zx#Zx*W1Xx7Zx9Z'Wx3X4a@X8a3az8a/ay9Xx)az,Z+a#X)Z-aax%X*az.Xy4X(X.b2Z/Z}1a$W$a#Wx-Z@ax'Xy$ay*Z%Xx$a.Wz$V6a,X3Xz%Zy*b@ay#Wy,ax)Z'X@ax>W%a4a7X$a@ZzZ4ayZz.Xx2a(W>Wz0a>Z(W:Zy5W{9a$Z;ay4V5Z0ay/Z|'W.V{/V,X;ay.ay>Z}:Zx$bx3Z5ay)Wy2b~x8Z7ay#Xx6Zx>X<Z&ay&a*bx<a>W)Zx(W~9X(Z<W|$W2X)Z7Z5Vx4Xx+X},Zy0a&W@Z0ax*Wx'Z1Wx)X#Zx>X8Z#W{4a&Z:Z#a:a9bx?a~/az=ax-ax-Z5Zy?Wx>a6ax;ax%X-b4Wx)Z+Z%ax,a9W#Xy,W$Xx.Wz#Xx>W2Xy3Z|7X0a4a-Wx3W(a$W3a{'ax?ax8Xx#Wx?Zy*Zx$b2Wx+aa)Zx-Wx+ax-Z(Wz$Xx'a1W2ay%W$Zy8a6Zx,a+a$ax3ax/Xy<Z.ax8c5a:by-ax%Z{<W5a/aXx=aZ;Wbx%X8Wx)Wz-Z$ax.Wy5b(W5W>Zx$ay8Wx)XX<az&ax2W<c)Wx=a{=Xx/b6X8X6b4a%Xx-W%by<bx/W.a(a3Xx#W<a{.ax&a$b*a2Wy8Z'ay(b2ax;Wy4a|1Xx'W#ay0Xz&Wy,Z>Wx3ax:Z'ay*ax/ax>Wx-a|7ay4W2Wy,X9X&Zx)Zz$XZ2ay)aXx9X#Wz#X|/Wy.X{;b%Xy%Zy)b~x0Zx2W3Wy*a4a/Zz%Z)az1b~x+Zx;Zy6Xx+a&ax%bx3Xy#a$a3X?Zx9Zz+Vx6Zy$a@WZy1Xx6X{&a-a#a.X)Z7X)a*Z9Z;Z>a9Zz)Wy+a|9Xz,az*a:Zx6a(Wx)Zax;Z4a@V&W&Zx1ay0X,Z2ay6Zx&Z2X&W{:Wx1V7W'Zx,bx7a:bx8a3a}-ay:W-Wz(Zy$W*Xz'X4Wy9a&Zy$a{0az'Xx0aax*Xy3ZyWa:W$ay;Xx-b8Z{5Z@Z{&az1a1Z7W.ay-W&X&W|0bx(Z'Zx5Wx:X|$W8X+ay>Zx;ax$b~x-a~y=Xy+aa|.b6Z'Zy-W=a:Z-Z~/W#X#a+Z3b:X:Wx>a-Xy.a/a(X?Wz=Xy+a&ay1Zx0a|.ax>ax'a#a%a9X,bx+bx'a)Z+ay3b{*X-Wx-Wx1Zz'W1X{6Wx9Xz+ax2Zy1X3Zx%Z$a{?ax#bz9Vz;Z2Xy5Z'Z$Wx$a'a9az#X1W5X(Zx#ay>b(W{4Xx+X#a6Zx5Z1W0a6b|+ay$b6Zz/bx0ay2Zx<az%a)a6Z6Xy0a|4X:ay'a$Z9by:a,W<a*Wx'W-Zx:az.Wz0W>a:ax4ax0W6ax+bx$X7Wy)Zy2az/Wy2a|6aXx<ZzX:Zy$a{4a(Zx=W=ax7X2Z9Zz0Wx#Zx9a}%W:Zx$a(X8az9W?Z-ax<ax8az5V/Xx2Wx'X2ax#az.a=ax8ay,X?ax(a.Z$bx,a'ay'a>Vz0X}(bx0Z<Xx;W-a5Zx3W|,X'b}%ax(a,Xx1W|/Z|9b,Xz5ay,X$a9Wx3Wz&Zy<a;Z{+ax*Xz/Xx2Z}.a?Wy6Z5Wx.ax=X8W=a%Xx+az,Zx8V#Z{/ay=Wz<ax'ax'Xx+Wz7Z8Wx=Xx?X>W|)aby:ax4Wy%a5Zx7Wy'Zz<Zx2X*a,X4a2a?Xx:ax?a#bx1ay'ax.a,W(X3Wx'Vy+ax(W0az8Wx2a$a}>Zz/Zy?a3W%ax=a%Zy1X{,Z0bx.a%ay;Z}-a{'W~z6a2a4ax2Zx)a9X$X=a1W}#Zx8Xz1Z=Z3a~y'ay%ax,XXz-Wz8X%Zx:W$a1bx(a/Z.a?ax4X+Z.ay-Wy$Z)b5W(ax:W,X:Z3a*a7W&a&X{(Z*X5Xy'az>a-X;W6Z~x9bx;Zy'Z5Xz9b$ax9a{az+W|&Z&Wx1Xy4Xx?ax1Zy#W$a+Z'Zz0X.az(az+Xy6W:a3X~x?Z:Z+Wx#Zy,ax)by;V&a;Wz1Zz&W|;Wx.W*a6Wbx<az#Zz-X7Z+a%W{7Xx%W1Wz$ax%V2a&b0Z5a{5Z{8a&X~y+Wx'b5Xy9a8Z$Xx<ax5ax>Z$ay2W3ay(X{$Xz3bx9a?W'Wz+by1a4ay0ay/X*Wy(Z5X}*Wx8Z'XWy?a;Z4Xx%Zy5W:cy;X#X8ax0Zx/a~.Zx?ax.Z*ax*Z0Xy/Xx%Zz'az/a*Z|-Wx0Zz:aW,W#W$bx#Wy4Z7Z<a@X+Zy4a@W>a$WZ|,Xz5ax.Xy?a@Z{7ay.Z;ax*Xz2W9ax'aza$W-a5Zx3W'Z>bx:Wz)V'X%Z.W$az1V|-Wy=a&Z8Zx;a7bXy#Xx1Wy)W3X'a+X+X.Wy5Wx'Z8ax#a?Zx+Xx*Z/Xx=Xb5ay5WZx$Z#XX,a|*Xy4X)Wx:Z,Z;X3Za%ay,Z6Zx4Z~3X#X3Z3a{$X$cx:ax&Zx'bx%a:Xx'ay?Zx0W7a.bz,Wx+Z/Wz&a'a~|;ax7Z)ax$Zz#W8ay:a$W4Xy2b{(by7ax1a5Vx*Z1aZ3Zx4Xy7Z7Xx2Z%Xx-X@Wx0ab(W2X#Z,az*X4Zz8a)a2az)Wy,W#ax/Wx:a{'a-ay5Wx3b/Wy;Zy.ay7ax3aWy,Z.a)Xx(a'Wx,Z0Wy5a;Xz/Zx'a|#ax$Wx'a6Xy4ay8Zy/X'Wx:Z6WW5W;ax:a{5Zy#X&Zy$Z|7Xz<W4Xx2W+a+Xy;X*X=ax;a{?X$a'XyXx%a+ay3W-Z'a&a0W/ax0b0Xx#X/ay=Wz>W%X?X/X-a<Z-a:a+Z8Wy0a-Xx6ay2a|=ax,Z#Z6a{#Wx/Z;a0Xx)W|Zy3Zy'Xa|7W|%X(X>a$W/a{$Z>ax=bz6b~9W{:W;Wy5X:W{$Z'a9V?a{Z3X{4Xz$Xz,W;Xx$Xz2Z,ax(X~x1az%a&X$X5ax1a&W#Zz'a4cx8Vy'ay/ayWy-Xz'X1Z,Zy%a%W,Zy&X9Xx2Z9Z{-b*Z;W&X%Zx1Xx?Wy9W2W{>W3ax/Xx+Zy5W3Xy.Xy%ax1Xx9a=X}'a)b.ax)ax0bx>W{.Wz<Zz=W2Zz2a@a)Wx*X>X#Zx1Zx=Xx:Z|0Wx-Z2W+azZx9Z&b%W=a3a{+Xy,X(b%Wz/W1a0Z;bx'W%a0by9b+az:Wy:a,ay$Zx8Wx#ay%a(b=W7Zx(W8W6X&ax,cx0Xz=Z/ay0b,Xx3a{$Zx-Z/Zy0ax&Wy*bx=Xx.ay8Z,Vx'ay=ay%Xz-a)a~x*Zy/Wy3bx6b(Xx+Z{X,ax5ay.X=aW{1a6Zx-Z8Za=Z*ay;ay.Wx,ay4Wx/Wx%Xx%Wx2a:az<Z5W7a.W.Xyb0a~y?Xy:ax.W$X8W#a(Z7ZW|*W@Z6a.Wy(b)W/ay6W:Z;X$Xy+W.Xy#X<a2W=Xy*az,W{(a}(Wx;az(a<a>ax:b'Wy2X0X3Z/W/Wx,X1X*W/a$by<W#Xy%W#Wx-Z5ay(a%X=Z#Z>a{?b9c#Xx.X{%Xx.Wx5W8Xx4X{:a|=Zx3ay7W{0a1az5Wz0ax(Xx2a%W?az>Z3ax%W3ay+Vy%c/X,aWx+ay/Z-b8XWx3V}*Z?a4a#ax.Zx6ax%X0W=Zx&W1Z0Zy7ay.W7X;b%a&Z=X.ax-ay*a{,Zx/W}9Z<X.ax9Z)a5a-Wy+b'W;X+Wx+a&a&Wx?Z#Wy+W1Wz.Z-X%a{8aZ{0a|$ax-a<XW9ax2ay#X>Xx(W9byZXx)Xa:Wy0X1a;Z7Wx#b%X-ax8Xx;ax&X=a}+Z>a:W;Z%Xy=a{<W{(a{<by;Wx=Xz'Zz#Wx9X<Zx#a#Z{6Xy,ax:Z0Z0aax?W9a6Zy*ax1WyXx(Z/ax,Wy2a|$ax6Zy(Zy4ax=ax#Zx$X3a7W,W0Wx$Xy4a$a(Wx<X1Z*a&a{ay=Xy7a3aX(X8Z(a1Z3X7a,a(ax)a3ay:W-Zx4X)a{.Xy=a/bx$Xx1X5a8az3Z#W(az/ay&Wx/Z-Zy1a5a(a/XW>W-X~y5a0by+ay=Zx$ax5Zy5ay;a=az%WW4ax<Z,Z9a{$a{/W{(Z:bz/X;Xz.Zx,W6ax0a~<ay?W5Zx9Zx.Wx=Xy&Xy1Wx1Wy&Z:W}/V%Xx*W9b{7ax3X$a*Zx;ay-ax3a$Wx#Z#Wx.Wy;by2a:Wx'Xax8az+Xx+W0Z;X1Z,Zx,b8W5Z6Z+Xy,a,Wy6X;b3Z,W)a/Z{5cx&Xy?Z9Xy)W?ax2W+Wx:ay&Wx3Xz#Wy,Vz,X*Wx'bx4a{(a=Wz3ay7bZy'a#b-Z=X=a.Zx3W/a$Xx)Zy.Zy2a@ax%a4X0Wy%ax>Z%ax/Z$a2ax*b}?Zx7W3ax;az+Wx)X$X/W{'X{+a&XzZ2ax7X>a#az6Zz<X+az-Xx7ax2Z%X.Wy<W+a(V$X8ax6Xx7Xz>Wy4Wz.Z7Vx*a0X=W>Xz)Z-W(Zx<X-Zx)Z)ax>bx3Z,az&bz'Zx'Wx7Z9Zz<Z?W%Z&W*ay*a{3Wx5Zx&by+Z+a'X5X1Wx:a)X/Z1Zz5a,a5a,Xy.X'a4a{9b*ay*X?X*a+Xz-Zy9ax9a3W-a'a7bx5a.Wx&a;Xy=X1ay(a~y8W*Z,a=a-X0W}%Wz<Wy7Zx=W9az-ax$Z)Wx4Vz=X<bax1bx7Xx1c|+a5ax)ax$Xz+Xy1W5ay<a%Wz6W}/Z}+Z9WyW5az3a+X.ax,ax<a3Zx6Z.az)Wx%W1by4Zx%ax&a+a9Wx4a|<W{'ay.ax3X%az'Xx%a~)a<Z)a$Z2X{5Zz9Z2Wz*Zx3Xx3W;ay/Zx;a}Z#Zz(Zz+Wy0ax2W3W4bx0Xx$Zx(X(Xx/Wx1W/Xz(Z+a:ax$ax&ax*W4ay/W=Zx*W1W(ay(az>Z{&a3Xy,Wz0Wx0W,aza)W8a3Xy%Xx'X'Xx+ax=ax(a3Xy8bx=Zx+Wz,Z:W~x3W+Z.Xy9Wx/W=ax(ay$Z3az%Z<W{/XX6Wx,Z?Xy7az<X:Z.ay>X{'W?Z'Zy4V1Wy=X-a{2Wz(ax,W%az5ax3az'ax;W{'b'Z*W<W$Wx:by6a8ax,a'a>Z%a#Z7Z3Vx4Xz*ax,X1a{<Wx3ay.a+Z:X:Z1ax,a,Wx9a*Z4Zx*W+Zb.a;a#ax7W$a/a*W2Zx?a$Zx<a;ax*bx*Way4Wx/X2b4bx3Zx$X*a:a|$ax%Wy(Zx1a0a$Z3a*ay?a9az=Zy$a-Wx6a$a,ax)ay'Z%Zy2X<Z.az-a+Z2Zy#Zx0ZXx'b&Zy6Zx2Xz'ax-W4ax)Z%az#X'a$X(W1Z(ZyZx7Z3Z&Xy(W<Zx9a,a3a|'aWx)Wx:az.a<Z<a1a(V(Z2X{5Zx$Zx%X-W{5Zy%az.Z{8Zz*Z(ax:X<ay1ax0W@b3ax0Zy1X?X5a*a;Z~|Z(b;Xy%Wz<b0bz>Zx)Z/ax%Xx'Zx<Zy'az7ay:azZy$Zx$ay<WyXz=a9Wx5Zy$W(ax(Wx*X+Wx8ax,Zy'X@ax1a:Z1Xz$X%a-Z?Zx/W&Z0Zz%ax&Xz%X|;a1a5W#a2W*Wx<az/W{Zx0Zy=Xx/Xx&Xx*by.Xx$b+b#a*ay0a*az.Xx&ay$b4a/Z7a'a&Z/Xx?X0W-Z|=a7ax9ax6Xz(ax/a{0X7bx;Vy)X+Zy8d)Z0W0a{7ax?c/Wx?Xz'W*Wx+Zx;Zy&X0Zz.ax(Zz'Z3Xy?Z/ax,Zx2a=W<X)a%a-W4a.Zy8Wx2X&Z5W:Z#a/X9Xy#X+W?ax4Z|.Z%b{3a/Xz*Z(Zy9W-Wz;a#ax%X3Zy8ax?Xy'a5az/Zx.ay7Z%X4Zx6Wy*ZWy1Z,Zz*Zy3Z,W,W}Zx:Z*Vx%a#Zy.Xz/ax)Xx#X?Wa<Wz+Z{<Wz(Zy-Zx$W=bXx>Wx,Z#bx*Wy<ax$a~z>",
} as const;
