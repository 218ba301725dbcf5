"""`python -m kesher`: the same as the command `kesher`."""

from kesher.cli.main import main

if __name__ == "__main__":
    main()
