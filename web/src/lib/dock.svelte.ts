// How far what is asked has grown over the lower edge of the board, in pixels: what must stay in sight there keeps off. Each
// element that does sets --grown for itself (theme.css): handed down to everything, each change would restyle the map.

export const dock = $state({ grown: 0 });
