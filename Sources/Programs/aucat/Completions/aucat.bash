# Completion for bash: asks aucat, which knows what its arguments are. Goes to share/bash-completion/completions/aucat.

_aucat() {
  local -a answer
  mapfile -t answer < <("$1" complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  # A line of directives, the word as bash completes it, and the candidates.
  COMPREPLY=("${answer[@]:2}")
  case ${answer[0]-} in
    *nospace) compopt -o nospace ;;
    files) compopt -o filenames; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "${answer[1]}") ;;
    directories) compopt -o filenames; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "${answer[1]}") ;;
  esac
}
complete -F _aucat aucat
