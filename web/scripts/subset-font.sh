#!/bin/sh
# Makes src/fonts from the npm package @fontsource/young-serif, with pyftsubset (pip install fonttools brotli):
# npm pack @fontsource/young-serif, unpack it, and give its folder as the argument.
set -eu
source=$1
target=$(dirname "$0")/../src/fonts
letters='ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?¡¿()+-–—·/&%×’‘“”«»"'"'"'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜàâäçéèêëîïôöùûüÿœßÁÍÓÚÑáíóúñìòÌÒĄĆĘŁŃŚŹŻąćęłńśźżÅåĲĳ'
for part in latin latin-ext; do
  pyftsubset "$source/files/young-serif-$part-400-normal.woff2" --flavor=woff2 --no-hinting --desubroutinize \
    --layout-features=kern,liga,lnum,pnum,tnum --text="$letters" --output-file="$target/young-serif-$part.woff2"
done
cp "$source/LICENSE" "$target/OFL.txt"
