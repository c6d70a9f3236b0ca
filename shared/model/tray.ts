/** How the icon in the panel is drawn. */
export const TRAY_SHADES = ['rimmed', 'light', 'dark'] as const;
export type TrayShade = (typeof TRAY_SHADES)[number];
