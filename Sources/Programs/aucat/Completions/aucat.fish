# Completion for fish: asks aucat, which knows what its arguments are. Goes to share/fish/vendor_completions.d/aucat.fish.

function __aucat_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l quote (string match -r '^["\']' -- $token)
    if test -n "$quote"
        set token (string sub -s 2 -- $token)
    else
        set token (string unescape -- $token)
    end
    # A line of directives; then a text and a note each.
    set -l answer ($words[1] complete fish "$quote" $words[2..] "$token" 2>/dev/null)
    string join \n -- $answer[2..]
    switch "$answer[1]"
        case files
            __fish_complete_path "$token"
        case directories
            __fish_complete_directories "$token"
    end
end

complete -c aucat -f -a '(__aucat_complete)'
