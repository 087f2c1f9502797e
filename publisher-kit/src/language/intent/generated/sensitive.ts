// Written by `npm run train -- sensitive`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const SENSITIVE_PROVENANCE = {
  "command": "npm run train -- sensitive --data DIR",
  "turns": 41949,
  "positive": 17184,
  "sources": [
    {
      "source": "authored",
      "license": "Apache-2.0",
      "turns": 39242,
      "positive": 16904
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
    "keep": 4800,
    "steps": 5
  },
  "writtenSha256": "c5a329a53ea921c65ea31dab4a3f341de9bf3884bdb5fb845f4ec8414dacaff9",
  "featuresSha256": "3f1e3b8df3c2d89107d9b6db6046a9db216178f1b18552dcf31bc0ff887eaa57",
  "dataSha256": "4911053228ccf21649bfbb036946854976ce181bfb95b804b8321a58476404b1",
  "weightsSha256": "42845a9a587babe58b16a75884bb375e4a8c8c7c6f38afcebd021324e6e61eaa"
} as const;

/** `model.ts` reads the weights. */
export const SENSITIVE_MODEL = {
  bias: -4,
  threshold: 2,
  scale: 0.321598,
  bits: 18,
  weights: "{&Zy;Xy/b0Zy)bz#ay*Z|3Xx;Vx<W,Xx*a)W+b4Wy8W#Wy0Xy'Xz$Zx>W+Wz1b,Z)a0ay5by&V(W(X5b{2Z3a{3a~x6b5WZx:a?b{5Z{8a{ax#b;X}&a{$ay&Z}(a)Z&bx:Vx&Wy4b@WyW*Z~z>b=Zx(V:a0Xx'az;b@X1b'V5X(X%Zz=a|'b)ay0Wx1W'ax1Zax-a@bZ-W5Z$Wy<Z.V-a%Z~y:V*b0a&W5az2Xx%Xx8a|bz=ax+a/Z:Xy)c4Zz.Xx8X*a2W=Zx>Z2a}/Wx-X/X{.VX%ax2Z#bx;W{&a1W>X%Zx:Vz*W{3ax7ax5ay%Z{)a6ay6Xb)ay4ax-Zy&a0az(W1Xz<b@V=Vy=Zx6Zy5Z};X-c&Z#b)Wz+Vy1az3ax=X?a6b;b~#Z:Xz3ax)W%b;Zx?a}8X-bz8Xx2bx4V&a(Wy3Z#Xx+Z#b8ZzZ7W$ay;V=by7by$W1a{;X|&ax'Z6a)X{+a~y#Z{/Zy2Z;a2b~{$ay$a{&a=Vz3ax6Wy?W.W=Z@Z|Xx.ax/W}5ax#a|>Zy9bx4a7Wx.Xx1a2Xy%Xy(Xx-Wy-Xx'az1a+b#bx7X~x/X9W{;Wz&ax;V=Wx'b$ax,Xx$b2Wy+Zy3Zx*bx,W(a{9W:ay:Z)Z>Z|#Xx#ax*X3b{5a|'W=ax:ax(Zy;X|*Z<X{>X*a*bx$a}+a8Wx#b;X(Xx7X)a#Zx+a@Z|<Xy.Z.ax.Wy1a&Z4a(az*W/Zy,W>a#a+ax.Wy5Z{?ax?Xz/Xx(by-Zz2ayZ8X~+ax#Xx7Zy1Zz7Zx0a/Wx4a3W%Xx*b%X1abx$aW9az,a}2b6Xx<a4a%X,Zx#a/X0Zy.Wx#ay1ax?b+X@c5a{4a)Zx$ax;a$c|+Zx9ax#by(az,Zy9Z5Zx%ay(Zy0a=Z-a8b{%bx2Zy0az5a<ay+Vx#Zx'ay>a3Vx8Z9bx2Zy%Z$a9W8az6Vx<Wy)Z'V:ax3W>Z6Wx7b,b'Zy:W)Vx>a3Z/a@ax2Wz2W{/W~x/a6a=X|#Z+b4ay;W{3Z-ay<Zy;X'a|0Wx<a5Z7V@Zx9bz'W%Zx2X'a5a&X0Zy:aa:Vx>W3b=W2W{;c7bz(a2Z|#Wy,Wz0aax4Z8a|4Z1by5ay=W{&Z|1Zx9W{7Z)a0Zx*ay#cx:b$X)Wy?X}#Xx)ax+W;W5Wx,az0W#Zx*ax=Z-bx%X/W9cx=Wx5X#Wx<a}>Z9Z)Zx)Z(a1d#az)Xx(a%Zx.X@ax2X9V7Xy.ay8a}.Z5ay=ay#X%V*Z{0Zx0Zy+az%a.b:bWx2Xx,W&b,a1ax4W{-Vy$Wy?a#X8Xy1a<ax;X~z2W?Wx4Z|'W{+a{-c}.Z?Xx+Zx+a4Zy2V~y,ax)a{'ax(a{9Xz'ax/bx#W%W=a.X8ax)bz,a)Vy5a(X{1Xz>a&c|7Z2X{)a$Z|%b$ax1az8a~z)Z~/ay=a/aa#ax/Wx1W/ay,Wx'W.by.Z#Wx)ax5bx1a;b|'ax(Z=Wx1X3Xx?X{-Wz(Xx(a3Zz7W{#Z{6bx/Wy<Z7bx?W0Zx.Zz/bz)Zx2by)ax(ay(Xy'a*a8Xx.ax#a/bz-a~~x,Vx3Wy%V:b&Zx7Wx:W{;ay=Wz/Xz9bx(Wy3X>Z@Z5bx;ay>bx,Z5Z{%X2Zx9by1W=ax:ax2az-a?Zy,Z9ay%aax$bx.W}/d:W{-b>az&ax2Wx#Z{$Zy0W=ax%ay;a2W(b~z$bz5b*Z{a&ax(Wy?Zy1ay/ay?a{)Z,Z3Zz:a=Wx?V?Xy2Z~9Z9bz$X{bx3a,Zx/b.X~4Vx,a+a1c~2by3Zy#X3dx4Z.Z5a?ay;Wx>Wx1a<Wx5Xx5a:Z%ax(a)a?ax&a}7W7b&ay,Z.az)Wy3b$b{)X$W{ay%b/Xy.Z@Wx+a>Xx2by9Zx>Z|2Z6W%W#V|*X(Z/V-a1W2Z{8ay4X/by0ax/Wx<V6X{8Xx#Xx9Z0Xx(X/Zy<ax6Zz(Z%a~<aW-Xx-ax5Wy7Z/Xx%Z,ax*Zx-ayay:b2ax9Zy>b|:Zx<by;Xy/Xz$Xx6a&X~x,W'Zy,V},a'Vx#X8Xy'ax2a(W;Z5X@a)a~y-ax,Xx#Z|a@b0bx5ay7X3V{0Z#Zz(bz1Z+X%Wx2Z2a#Z:a)W0Xy.X{)Z<a3b4ax1c.Z(W+Zay$Wz$ax?W|*bx(ax8ay:Wx&b;X+ay.Zy2a9W(az#X-abx&b.az-W;X)ax#bx)X#V*ay$b4Zy1X8a(Xx?Wx1Xx6Xx.Xx#W;Z*Wx4Zz#X-X<a,a%a$ax.Xx8ax$Zz,ax/Xb{<X<a+b4Z>W?W{+W7Vx)Vza7ax.ax0a4Zy8az?Zy>a:b:ax*bz5b$ay0Z3az>a&Xz1Wy=ay(ax-Zx'Zx>a+Z{6X+X|#a3Zc{+az-a3Zx&W~2Xz1az6b#V8X1Z~|/ay3b~y,W~y+bz?V?a+Wz&az>Z.W6a%a:W3Z+Zx&by$bx$a,Xx3Wy2a,ax6Wy<Zx>ax%Wy,Zz%a/Z7ax,cy0b.X<Z<a9b0bx&a.Z<Z{?Xx5a)X:by4V%Z)Z6bx5az1az&a$W0Z(by8az7a#Z|/b{,X*W0Z'W?a$X3a?Wx$d~*Zx*ZX{'X5a%bx#V&Z~%Xz7bz/Zz0Zx+Wz?W{>W,bz,Z2Zx/Wy;W.W{2ay=bx<a}6a4Z{4XyXx7az(Xx0a+az3a-Z@Zy?a|0X*X&W5Xx&Zx&Xx4a&X*Vy-X)Xy0bx2a~3Z<Vx'a>a>az2Zx:aZ}/a,ax:a&W{#W;ax*Zy(Wx9ax.b|3Wy*b{<az;b{8V{9b(Vy1a?a|7Xy=a}2a+ax8W(X.Z}?az'Z@Zx0Z-Z/Z%Xa{*b)a;X{&Xx=bx%ay4Z|ax8ax+X+a+Zx>c/Z2X2Xx.ax,Z4ay1Zx8b|.Z%Zx?Wx,c{%a1Wy#X.Zx5Zx2Z{0V5ax8a?V5az)V7Z+Xz#az9a|0bz/Vx9Zz7az3W-a~x8Z<ax/a6Z8Zy.Z|:Xx>Z8a>X1X)Wx2W|7by6ax&Vz9Wy1ax&Z|8Z?a.Z1b%Vx:a|+b8Xx<a{'ax(Wx$az7ax1Z,Zx)Wy-ax1X};X9V{+ay7X~6Zz,a0X&ax5b+W9b1X%V:Z7Z3Zz*b'ax#a-Xx+X#Zx1Z~7Zx=a:a3cx+ay,Z&bz=X{,a~z)a5ay&az/Xx/Z)X*W,ay1Wx%V2Zx.Xx*a{5a@Z~y%ax'X}4bz=ax,ay$Z{6cz=cx'Z$ax/Zy*X,a4a&a+X&a+a8Zy<Xx9ax7W=a0Wx(Z~y(ax9Wx&X5Wx<a~7Z9a}/a@a$Xz2bx&Xx+b-a~0X)b|)a<Z3a2b+Wx*Zx3ab{%Zx-b&Z(b3Wx'ay7Xy=Zx>Vx,Zx>a4X@X#Z>W<a:bx'Wz)b,Z=a@az/V*a:Xx8Xx%X{1V%a:X)a~)Zz/by9W*a}:Zy/X<Z{6W2Wx<Zx8W*by-Zx-bx9b'W2Zx<V;ax,Wz3Xy+a&b|X8W*by-by1ax:a|*XXx:az7Xx#a)bx7Wz:a$ax:Wy#bx>Wx*Zx$ay1b=b{8b?ax2b'a7X<ax:b|=ax:ax#a7a7Wx;Z1bx#ay8Z5W*Xx$V)Xx$W1a2Z&bx4ay1Wy=X2Xz1Wx:V)Vz(Xx7Z)a/a~|+bx=Xy+a4Wz5XZ}-Zx?ax>Z&a<W#Z$Xy<Z=az'ayW}2Zx)Zx$V#a*Vy)Z4Vx7ay5Z{0Wy-X=X*Zy=Z%Z3X;WXx2V4bx%X2Xx%a:X'b?a1ax?X}6Wy/Vx$Xy%Xy3az&bx(W9Zay4az*Zy%Zy<Zz,ax,ay$Wx'Xx=bx%Wy<W-Zx/Wx9b*Z+Zx0Zz3a|0ay.Z,W+b)W{/a8W*a%Zx2Zy-a|$a&a4W0X$a0a1by$Z'W{+bx&Z?aXx4X>Z$X<ax%Wz<W(Zz1Zz'Wx5b*az*X|$Wy*b(by&ax'Xx<Vy:b#W~x<ax2Vx1Zz9bx6b+Z{/a?Zx(bx?X{0Z)a@Z{)Zy$Z:b|Z6bz:X}1Xy+W-Wx2az6X5a*b-Z5ay'W6by9Z/Z{8b{<Zx:Wx$X)Xz6a{3ax'Z7a|>Wy?by3V,Xx;Z)W~'Z1Z$bx&Zx3ay0X,a6ax#a4Zy0W8by5Zy1ay*ax#by>Zz$W@Z>V{$Zx<X+W8bz,Z?Zy3Xx6Xy1ay1ay#a;a%Vx=b&Z|'Z~/ax%az)Z:Zx#az0a0ZyWz4Xy9c}8by;Zx&W(X|$Wz?X3Z~:Z:a<ax$b/W5W(Ux'a{,a};b1Wx#Wz)ax/a4b{/a1a@ZW-Zx$X$X0bx2Wz3a%Zb;Z|6ax>a-Zx,a{5X/Wy,a#Vx(Wx*ay(W%X#Wz3ay/X5a#Z{.V4X~{)Zx0Zx)W#Zx4az8W,Z4Zy8Wz1bz'az'ax6W-b(b4a.XyZx+Wy8Wy9X,ay;Z,by3ZyW~7b.a|.ax+ay/Zx8b=a,W0W{'a}/Xy'Zx/a2Xa/W0Xy2WX~0Wy2W/b'Z5W/az(b3W*Wx4a)b{)ay9az:a)W#a6W,W5Zy*Wx2aX~5ay<a7a@by1Z,Zy&a{%Z1V2az8ax4a&Zx:Xy*Z3W)Z|(Z(Zy3ZX(ay,X0W1a6Z/a&Z+cz>Z$Xx,Xa|5a3X4W8a*Vz,Xx0Z0ay&c|'Z6Wx.b{>V4ax#az(Z{Z{7cy=W#W(Zx'bx&a.X<W3W2Xy0X}3Xx3Wz9a&X{:W5ax%W|%a/X:Z;Zy1X9a+Vy/ax-b(a2Z;X&X~z9a,bx:Z#Zy<a3X2X'V}&Wz8X#ax.ay+a$a-b6Z{+Wz9a=a#X{0Wy&X/b+Zx.b+V{6Zx1bz1a>X5Zx2Wy>Z8Vx8ax/Z)Wy)Za{<X9az1Z(a{=Wx,ay=V&Xb{7ax(a;Xy6ay/bx9a7a3Xz$Zx6X#Zy,az%a(Zz*Wy:Zx7Wx<az2ax7V9bz&Z{ay9Wz*Zx1bz<Z(a+a>X3Xz1b-Vy.Zz'Xx.Wy7b3ay%Z0b(Z1by9b~=Z)a{<Xy8Z9az1b,Xx?X*a%X8W1b1bx5X{?a|1b?a,V8aW&b2b1Wx:W/Zz7W{;c$Xy,a{?by,ay=ay=Xx2X,b@X+X-a%ax&ax0a#b.a'W*Zy)Wz-Z-ay8Zy,Z9Z#a-Wz%Z7b;Vx$a%a{X}'az'Wx:b{3Zx5Xy<a>Z#Vz?Zx&Zy'W3W6by&W|.Xy'Wz/ax>a,a(a)Z}Wx6a9W,W/Vx1X-b<Wz3W%Wz*ax.bx$Wz>a{9ax4a(Zx$ax'b,Z{0a;Xy%ax&bx,a8Zx'a)ay+Zx2X}2Wx/W}4Wy+Z7W.Wz&W8ax9ax#Wz?W)V;a'Xx$W#Wz2W*X%Wx9bx#Xx.Zy:Vyc&Wz)bx1W*Zx-Wx4b@Zx7az7a|+Wx/ay#ax'b+Wy2a2X+b;Zy,W)by9ax6Z;Zx3Z6a{3cy%X{/Wx$bz/by8a~%by(Zx<ax8X6Zy2b:Z#Wy8ax#a{<a6Wy8az9a#a*X2ay&X5Z,Wz;X8Zyb%X4ax#Vx<Z2a~~x>Wz,V|9aa@ay%a7b=a$Vx*Zx1ay6a|+b.Zz$az0Z=Xz$Wx)ax:Xx1ay.W6Zx9ayZx-b>Z{)Wx#Z{-a<b=by7Xz5a8b*X#ay,Z(a&Wy$Xx#b.Z6W'b'Xx+bx6a9Z{+Vx4X6a~x$X{+Xx/Zx*a{,W0Xz*Z~;az4ax(ax-Zy6b>ax$az.ay:Z<X3W|-Z8X*X|X/XzZ7Xx(Wz&Zz,Zy=Zx9b,b{/Wx$bz)Z#Z0ax,b)b2by7bx7Z'ax-a:Z{$X~y<Zx7Zx$W#Zx$X}a1Z{3Zza|=Zx.Zy.Z)Zy&Xy0ax/Xy'Wy2b8Xy>W}5Zx8X/ax/ax&X~x-X@W7Xz4b$Wy+bx+X6bx+W%X|(W4b;Z;Z@X6az$Xx8Z=Zy9X6a7b6Zy0Zz<c7X1Vz4b0ax(V2ay;Zz*ay0az+a{*Z}3W@Zy0b&Zx9X|Vx-W'a9by0ax&X*ZZy?Xx.a~z.Xx%XyWx,Zx;b}/Xy6Wx&a9Zx#X#b#Zz)V(a9Z*Xx9X}$bz+W5ay)W|1b+V@by9bx/a<b6V?a;Z-Wx)Z(az)V8Zy.Z,a{+Zx>a,a5Xy#W8X|>W4b+W~<X@X#bx)W1Xx*b;X{>ax6Zy2a~x4bx2Vy<Zx>bz&Z6Z$X3a~z.ax*a5b*b%Z|<ax?a~y2Z1abx%W$Xx.Zy0ax/ay<Xz?Zx%a|)Z(bx3a6a{)a8Xz(W%a5a,X6a|(X)Vx8Z{7Xz)Z~.X>Zy+Xy#ay3Z%bx)ay,Z@a&bz5ax5a&a)ax(bz6Xx0Xz1Zx$W|9az*W~x'Zz+W0Zx=a2W#b;az1bx$Zx/b(a'Zy9a;Xx;Wy>ax.a(c<bx$Z:Z*Xx(ayZ*a$Wx)a@Z{;Z*ay4Wx#a{#Z~{?W'W#W~{-a=bXx'a/a+ax(V+a{.Z&b/a5a;Z{Wy:ax>ax5Vz(Zx+Xx'bx8Z}#a4a{>ax$W|1a=ay/W$Z@Wz%X?ay;ax:Z1az?ax.b*W2Vz'Xx.Z{4bx5Z@W*ax<W~=a:W:Xz-cx3Zy'W4Wy;X)Xx$V|,a8b@X6W<Z|3a~y$a}=Z=Wx%Wx;Z&ay3W5ay'Z#a5X#Z%ay1a-W&Z5a|Xx6Wx1Wy-Vx(ay)ax+X.a5a'X~x8bx/Wx-a4b~(Zx&az:ax%Vy,Z|/Xyb=a)Zx<a<Zz+az5a~z:Zy/W+Xy/X0b}6by.ax5a}5W)Zx2Wz6Z@b6Wz0W9Vz1Zx(a#Zy+a{-Zx8Z(Z>Xx*ay+V0Z6a)Wx.W{Zx2a{?bZy1Xy6ax$Z4c;Xz#b&Zz&Wz9b;U=a<Zy$X}9b6W{%ay>W|&Zy1Xx(Wz#a6Xx%by;a2ax,Zx(a}Z~)ay>by;a>Xz1Z4W$a,Xx1a2Z,X8Xz>a9Xy-a,ayZx*X>b<a,X,Z-az,Xz5X8Z{+X{'Z1W@X(Zy?Zx8b-Z=a$Zx)X$ax%b#Z0ay,b@Z0W.a9ax&ax7Wy/ax#Z'Vy(a@X8a3a{(ay9Xx)a{Z.ax.ay?Z.Wy;X.b@Z}7a#Vx:ay'a{%Xx7Zx?a<Vx#X3W>Zx2V3ay*b9ay*Vy,ax)Zz'W8Z|1a|/Xx(W+a(V>Wz0Z7a/Wx:Zx5Xz2ax(a>b)ay,V5a0ay/Z{.Zx'W{/Uz5by>a{:Xx/ax4b{1Wx$Wx/bx)a}/a@az6X9Z|0by8Z$V)az6Zy:Z@Xz#ay6ay0X)Zx9ay$bx;ay+ay4Zy0ax6ax*Vx'Zx;Z8Xx>Z#W{4a&Zx7b9a~y#a-az=Zx-a|#Wx>ay2ax1ax/a.Z+a%b%XyXx4a<W{6Xx8V%a.Xx>a4Z|7X0ay4W(a$V3azW+a:ax?a~%ax$b2Wx4Zx-W(Wx$ax-Z(Wz)V@a1Wy6Wx'Xz7Z+a$Z|>Z.Z6ax#c*Z,Z:b~x.W5b/ZWy:Vcx<Wx)W3X@Zx%X7ax.Vy5b(Wx4Zx$ax5Zy/W:az&ax2W<b)Vx=Z5a<az,Xx/b6Xx/Z4ax1X%bx-bx0bx/V.a:Xx#W|<W3a$b;Xy8Z'ay(by.Vy4b|1Xx'V#by0Wz&Wz+Wz.a'az&Z3bx>Wx-Z|7ay4Wy=W>Z{>ay*Xx9W~x3X&Xy)X9W{#by)Zy)bx;Wx$Z|1a{/ax$Zx2V|,b~x+Z~'ax3X~z3Zx)W:a@XZx$ax.Xz;ax,b@a#bx.X:X%Vx)Z>b{#Xz'Wz6Xx(XyXx+az*a:Zz'Zax;Z4a@X&W&Z{-Z2a{3Xx;Wy8bx7V=Zx,by2bx8a3a{8a{;W2Xy5Zy-Xz'Xz3Z~{*Zbx*Xx#bx1Z)a7a@Va:V$a{)b|.Zz?Vx'by(bx*a1ax&ay-W&X|5bx.Z%Zx1X~}>Z~4W}7az>Xy,a|.b<a{&ZyZ|:WX$a2Z,a:X:W|)b(X{=Xx6a4Zy6Zx0a{$ax+a%Z=Xx:W)Z#a%a+b1W*ax+bx'Z)Z+ay3c{6Wx-Xx1az'W1X{6Wx9Xz+Zx2ay1X3ax%Z$a{$Zx>bz9Vx3ay)Z2Xy5a'Zx'a'a{-V5Xx*ay)Z6b(Vx5Zz4X5X#ay,Z1W.Z8bz2Wx+by1az;X'a$bx0Zy2Z+b=W4ay&a>a)Z6Z6W~x%X:by'Z<bz'W<b*Wz)b&ax4Wx9Wx*Wx7Wx.a:Zx4ax0Wybx:W-Zx;Zy2az)Wy8b|6ax7b~z9a(Zx=W=a9V5a)X2Z9az/WWy;Z~:W(a?Zz9Vx-bx,W1ax8a(Wy'Vx6X{-az.ay6ay,X,Z4bx8bz7Xa>V7Z*Xy/X}(bx7a5Xy)ay,X|)X'a}%Z)a>b}$X|8bx*a,Xz5a8a;a7Xz'a|,a;Z{(a$bx*X|ay)b~;Z5Wz#Zx#W=bx?Xy:Zx8V#Z};a1Wz<a9Wx3Wz#Xy8Wx=X|(a6Wy$ZX&aby&X5b*Wx=Z{6Z|+Zx2W*Z,X7W/a?Wx:ax%a=b~2Vy+a|0V/W#Wx%b~y>Zy5a9a7Zx'X;Zy1X$X{)Z,Xx6ay;Zz9Z~z>a8X8W{?a2ay'Zx)ay,Vx-a{5Z#Z}8b{:X~{*W|7W$Z1Zx(Z/Zz#W+Z.bz,Xx-by7Wx'Z&a7Z)a|Z*Xy;az>a-W;V6Z~=W;bx;Zy'Z{/c$bx9ax=Vy$b<a~3ax6X{4bz3W4Zz0X.a0Z%ay3bx'X{:Wx.W;X~x(X7Z+Wy0a=bx)b@ax:V&b;WyWx-X$a~z8a6Wb4Zx)bx,Wx6Zy&Zx>a+a{8a$Wx%W1Vx4Xx/Zx%W2a&b0a5a%a{1Z{8a&X{=W#X|1b5Xz2Zx6Xx+Wy3Z$Zy=X(bx9Z@Z+bz&Xz3a4Zy&Wy,Wx&bz&ayW/by8V,Zy1Wx,Z{=Wz/Vx1Zx%W,W-Wx*W#ZyV:cy;X#Xz7a~.az.a*Zx*Z0Wx$Zy0Zx1Zx5az/ba)Z-b~z+aW.W$by<ax1Z<b@W+Zy*X'a%by%Z}/ay*X)a/X~x2a1Zz=bx*X#az0W9a{(b0b5Zy8bx4Xz/W%X#W2W$ay9X7V-b~z7Z7bW.Xx4X6bz#a#W2X'Z5X.W5ax?Wx>a{4Xy/Xb8Zx<ax;XX,a#Z.a{a-Z>Z;a,b9W4a+ax0b;W4Zz'Z-ax(a~x;b{'c&b2Wx$ay,b.Z6a|Zx0Wx&a$a{0az-W+bz$Xz%X}$a7bx7Z)bx$ay)Z9W8bx5Wx&az*a{(ay7b{#Z3Zx4Z-W2Wx8Zy.Xx-Xy2b;az5Z4Zx)Zx=W2a)b}'X6Z:Wx:Z{3a{)az9bx>a?Z%Xx3a%X$Zx-Wy9ax0a'Wx,Zz&Z7W%W~y'Zx0Z%Wx'a,W|7Z)Wx1b5Xy7Wx2bx:ax;Vy9Zy#X&Z7by6Wx5Z}4X4X=W.V'X+a+X,a@ax/X*X?a?W|<a'Xz0az'a5Vx>a0Xx1Zy=W|2W-b<a-ax&Zz5Xx6by2Z~x#ax?Xy#Xx(ax$Z0Xx)W~)b,Zy(az-ax/a|?W(W2a-b2a{$Z>ax=cz6b~9Wz$Zy3W{>bz4V?b~z7Wy2Xz*Xx$Xy%ax9a~y7bayWx$a)Xy%a:Zz*dx8Wy'ay/ax&a}/XzZ%X,Zy&X+ay:Zy-Wx?a*a8Z-ay2b'W{%Wx'Xz8Xz-ay.Zz)Xy%ax:ax'W>X#Z}-a)a.ay8by'Z{'Vz<Zz=W2az2a@Z;Wx7Zx1a|4Wz4X|+Z.Xx,Z*W=Z,a(a{+X4X9X=X(b%Xx&ay*Wx<bx+b0ay4Z&a+Z}5ax/X?Zz9Wx&b(b=V-ay+Wy(b|<by0b@X=bx#az)Xx&Z/Z|>b{5Wx:Vx'ax1ax-Zy%W~z+Wy2a+Zz9a1ax&b(Xx+a{X,a{$W=bW{1ay$a9a=Z*Z.ay.by.W'Wx&a{$Wy)Vx2az%Zx2aZx:Wy/c0b~9Zy'Vy:ax.X-a/W#a(Z7Z{3Z7Wx7b)a&Wy(bz*W>a;W,Xy#W.V&Zy9a2W=Wy*az,W{(by+Zy8ax%Wy>Wz?ax:by8X0Zx#W/Xx,X:W/a$ay<Wx#bx%X#Wx-a5a(ax?a%X*W+X*Z#Z>ay7Wx-W;b9c#Xx.Xz+Z9Wx.Xy.X>a|*W}%Zx3a=W%Z=a7Wy.Zy#b3bz3W}*a%W{>Zx7Vy=Vy%c/X,az)W(a+Z-a8Xx4W|?W@b<ax0ax6ax%X0Wy$W@Zy7ax?a.X,a,W;c*Z=X.az6Zy=bx.Z*Xx&W{?Xx+a/Z<X.a$ax>ay.W>bx-Xx+b+Xx?ay-W/b#Vz.Z-X%a{8bZ=bx)ay*Z|$bx-a/a.W:Z5X<ay#Xy?bx;W&Zy&W/XyXx*W:Wx#b%W-ax?Wx)V,b|7ay$a3Z>Z:W%a~x6W{(a:a{#b{9X7Wy/Zx&Z)X4az6Zz+Z{$a8ax:Z0Z0aa<Zx<Z6az:Xz7az=ay:Xy)bx6Zx%Zx$Zy>ax3ax#Zx6a|+a$ay%W1Z/b{Z|/W:X(Xy%X(V-a$a,a(ax)b&W=Wy7Zx4X)Z{.Xy=b/bx$X<W2Wx0a=X@a{:a+b(az4a-Zy1Z5Z(a0Wy?X~@a0bz<Xx,a<X;W?ay5by;b{#WWz6Z|/X(a:Z3Z|5Z:bz/X{*Z0X;W6ax0b9a|$Wx+b2a$by?W5Zx9Zx.Xx=Xy&W{#Wx?W&a~*Wy(b)a{/ax3W$ay&bz,a4b$Wx#Z#W1a<W#ay9b{4ax8a}2a,Zx,b8W5Zz-b<azb3a4a/a{5cx&Xz9Xz)ax<Xx:ay&Wx3X|.Vz,Xx0bx4bzWx'Z=Wz2Xby)W/bZy'Zy+a|?by;b@a@a$a%b:a?ax*ax>Z%b>Xx&ax*a}?ax7V-Z'Zx;b{/V(W~y&Xy(W9Z2ay6Z#a~=ay<X0Xx7Zx6X.Vy<X+Z(V$X8a6W1a/Xx7Wz>V{*Zy0Vz6X$az&b-Vx'W=X-Zx)Zy(b1Xx#Z,az&bz9Z'X-Wx7a;a{7X$W3by*a~z$a'Wx'Wx:a7Z|(Zy9X'a4Z{9b*by*X?X4Xz-Zy9ay-W-b'a7ax5b.X{'W8Wy8Z}:Xy6X1a,a1ax*Wx%Z,W}(ay*Vy7Zx=V9az<W;Xx4W=Zy?X<bx2bz)b|+Zx,X2Zx0by1Zy=W5azV~y5b0a}+Zz(ay;W?Z+X.ax,ax0Xy6Z.b{=bx?W4Zy*a+ay.a&bz$XXy3W}4a}1Z}9a<Zz:ax8Zz9Z|/Xx)Vz5az2Zz>X,Z#az(Z|/X,Zx2X3Vz(Z>a0Xx%Z+Wx?Wz2b:Zx$ax*bx'a3az-ax*V1Wx&ax*az>ay.W#Vy)X~7by-Xx5a3Xz:W*a7ax=b{3bz)Wy&W~z>a*Z%Wx/by9Vz2X?V*ax2W6Vx8V/b|4bx/W<Xx:Zx6Xy'X:Z.ay>X{'Wz:V1X)az#b6ay%ax7Wx:ax-a|&Zy7Zy1Wx7Wz;bx0V5Wx&by6ay%a'Z>ay?X5W{6ay6Wy'Wx3ay7aZ+Xx;bx,b,Zx9a*Z4ax*W,b1Z4X%a#ax7V$a/b*W2ax?ay;Zx*bz4Z+Vx>Z#a4by?Z:a{Vy'Xy(Z/ax#a0a$a3a*Zy?bx*a|=Wx6a$aax3Zy'ay6X<a.az5X4Zy#by7b&a}%Z{8bz#X'Z$X(V$Wy6Zy+a&Xy(Wz#b3a|'Zz%az.Zy+Z(W(Zz&Zx+Wx:Zx%X+b#Wz,az.ax6X%W(Wx,Z(Wz3a|>Wx(a6Wx:ay1c.Z&bx0Zz1X5a#Z(Z{=X;Zx5W|.Z(a;Xx3W{.b0b:bz%Z;Wx?Xz$Zy'a+Xz-by:a{5X*Zy.Zx7WyXz=Z9V2Xx$Zy$Wx/Xz'ax2Z{8Zx,Xx=Xy6Z9X5V&Z0Zz%ax&Xz%W|;a1a7bx3Zx&az/X|1Z5az7Wy/by.Xx$c+a#Z*ay0Z*a{3ay$b4Zx'a'a&ay/X{2b{9a{=ax/Z>W3az5bx;Vy)X+Zy8dX@a'Z{7Zx?b/Vx?Wz$a$Xx4Z%Zx7Zy&Xz(W6bx=ay0a3Xy?Zy&Vx(a:W?X)ax&a.Zx6Zx#Wx2Wx7by$ax(Xy>Zy/ay#Z<a%a{3Zz8Z(Zz'Xx(W{.Z,V{-Xy'a5az/a{&bx3Z;Vy*ZWy1b,Z|<Z7V}Zy%Vx%a|>a/Z=X=Wx7a'W};X6V~$ax(aWx>Wx.bx*Wz.Z2bz+a~4",
} as const;
