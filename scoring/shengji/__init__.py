"""升级 (also 双升, 拖拉机): its cards, its play with one, two and three decks, its levels."""
