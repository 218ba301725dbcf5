import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

import { memoryKey, type MemoryTimes, type Tenant } from '../../api/memory-queries';
import {
  type AddressPatch,
  changed,
  endOfDay,
  type MemoryAddress,
  type MemorySection,
} from './memory-address';

interface Memory {
  address: MemoryAddress;
  tenant: Tenant;
  /** The instants that all sections show. */
  times: MemoryTimes;
  section: MemorySection;
  /** Look at something else: the rest of the address stays. */
  look: (patch: AddressPatch, section?: MemorySection) => void;
}

const MemoryContext = createContext<Memory | null>(null);

interface MemoryProviderProps {
  address: MemoryAddress;
  section: MemorySection;
  children: ReactNode;
}

/** Gives every part of the screen whose memory is looked at, and from when. */
export function MemoryProvider({ address, section, children }: MemoryProviderProps) {
  const navigate = useNavigate();
  const memory = useMemo<Memory>(
    () => ({
      address,
      section,
      tenant: address.tenant,
      times: { asOf: endOfDay(address.asOf), believedAt: endOfDay(address.knownAt) },
      look: (patch, next = section) =>
        void navigate({
          to: '/memory/{-$section}',
          params: { section: next },
          search: changed(address, patch),
          resetScroll: next !== section,
        }),
    }),
    [address, section, navigate],
  );
  return <MemoryContext.Provider value={memory}>{children}</MemoryContext.Provider>;
}

export function useMemory(): Memory {
  const memory = useContext(MemoryContext);
  if (memory === null) throw new Error('`useMemory` needs a `MemoryProvider` above it.');
  return memory;
}

/**
 * An act that changes memory; all that was read of it is read again.
 *
 * `onMade` comes before that, since what is read anew may take the part that acted off the screen.
 */
export function useMemoryAct<Given, Made>(
  act: (tenant: Tenant, given: Given) => Promise<Made>,
  onMade?: (made: Made) => void,
) {
  const { tenant } = useMemory();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => act(tenant, given),
    onSuccess: (made) => onMade?.(made),
    onSettled: () => queries.invalidateQueries({ queryKey: memoryKey(tenant) }),
  });
}
