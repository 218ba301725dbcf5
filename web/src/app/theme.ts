import { createTheme, type MantineColorsTuple, Menu, Modal, Tooltip } from '@mantine/core';

const thread: MantineColorsTuple = [
  '#eff3fb',
  '#dce4f5',
  '#b7c7ea',
  '#90a8de',
  '#7090d6',
  '#4f70c4',
  '#3a5bb0',
  '#2b4a96',
  '#213a78',
  '#182b5b',
];

const gray: MantineColorsTuple = [
  '#f6f4ee',
  '#efece3',
  '#e8e4d9',
  '#e2ddd0',
  '#cfc9ba',
  '#aaa496',
  '#8f8a7c',
  '#575e70',
  '#3a4152',
  '#1b2233',
];

const red: MantineColorsTuple = [
  '#fdf0ee',
  '#f9dcd8',
  '#f0b7b0',
  '#f1958d',
  '#dd6a60',
  '#c2453f',
  '#b53a35',
  '#ab2f2b',
  '#8a2421',
  '#661a18',
];

const dark: MantineColorsTuple = [
  '#e9e6de',
  '#c3c6d0',
  '#a4aabb',
  '#7d8496',
  '#3d4454',
  '#2b303d',
  '#212631',
  '#191d26',
  '#11141b',
  '#0d1016',
];

/** Mantine's parts in Kesher's dress; colours that mean something are in `styles/tokens.css`. */
export const theme = createTheme({
  primaryColor: 'thread',
  primaryShade: { light: 7, dark: 5 },
  colors: { thread, gray, red, dark },
  fontFamily: 'var(--font-sans)',
  headings: { fontFamily: 'var(--font-book)', fontWeight: '500' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The placeholder is a child that a menu may not have; the first item takes the focus instead.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({ 
      defaultProps: {
        centered: true,
        radius: 'lg',
        // Mantine's `<header>` would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        styles: { title: { fontFamily: 'var(--font-book)', fontSize: '1.35rem', fontWeight: 500 } },
      },
     }),
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
    }),
  },
});
