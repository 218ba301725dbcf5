import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';

import { I18nProvider } from '../i18n/i18n-provider';
import { directionOf, rememberedLocale } from '../i18n/locale';
import { ShortcutsProvider } from '../ui/use-shortcuts';
import { createQueryClient } from './query-client';
import { createAppRouter } from './router';
import { theme } from './theme';

/** The whole page: its dress, its language, its cache, its routes. */
export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(createAppRouter);
  return (
    <DirectionProvider initialDirection={directionOf(rememberedLocale())} detectDirection={false}>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <I18nProvider>
          <Notifications position="bottom-center" />
          <QueryClientProvider client={queries}>
            <ShortcutsProvider>
              <RouterProvider router={router} />
            </ShortcutsProvider>
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
