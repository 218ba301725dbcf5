import { type DragEvent, useRef, useState } from 'react';

/** What an element needs to take files that are dropped anywhere on it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  // Moving onto a child leaves the parent as well, so entries are counted.
  const depth = useRef(0);
  const settle = (change: number) => {
    depth.current = Math.max(depth.current + change, 0);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && settle(1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && settle(-1),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        settle(-depth.current);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}
