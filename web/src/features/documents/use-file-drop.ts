import { type DragEvent, useEffect, useRef, useState } from 'react';

import { droppedFiles } from './dropped-files';

/** What an element needs to take files that are dropped anywhere on it, or pasted into the page. */
export function useFileDrop(onFiles: (files: File[]) => void, isOpen = true) {
  const [isOver, setOver] = useState(false);
  // Moving onto a child leaves the parent as well, so entries are counted.
  const depth = useRef(0);
  usePaste(onFiles, isOpen);
  const settle = (change: number) => {
    depth.current = Math.max(depth.current + change, 0);
    setOver(depth.current > 0);
  };
  const takes = (event: DragEvent) => isOpen && event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => takes(event) && settle(1),
      onDragLeave: (event: DragEvent) => takes(event) && settle(-1),
      onDragOver: (event: DragEvent) => takes(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!takes(event)) return;
        event.preventDefault();
        settle(-depth.current);
        void droppedFiles(event.dataTransfer).then(onFiles);
      },
    },
  };
}

/** Take files from the clipboard: a file that was copied, or a picture of the screen. */
function usePaste(onFiles: (files: File[]) => void, isOpen: boolean) {
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    if (!isOpen) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOpen]);
}
