import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { infoQuery } from '../../api/queries';
import type { KesherDocument } from '../../api/types';

interface NewVersionInputProps {
  /** The document that gets a new version; null: none is asked for. */
  of: KesherDocument | null;
  onFile: (file: File, of: KesherDocument) => void;
  onDone: () => void;
}

/** Opens the system's choice of a file as soon as a document is given. */
export function NewVersionInput({ of, onFile, onDone }: NewVersionInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const endings = useQuery(infoQuery).data?.media_types ?? [];
  useEffect(() => {
    if (of !== null) input.current?.click();
  }, [of]);
  useEffect(() => {
    const shown = input.current;
    shown?.addEventListener('cancel', onDone);
    return () => shown?.removeEventListener('cancel', onDone);
  }, [onDone]);
  return (
    <input
      ref={input}
      type="file"
      hidden
      accept={endings.join(',')}
      data-new-version
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        if (file && of) onFile(file, of);
        event.currentTarget.value = '';
        onDone();
      }}
    />
  );
}
