// Uses lilv's worlds in unusual ways, and prints the names and first ports of the plugins below a folder.
//   worlds threads FOLDER   four threads, each with a world
//   worlds fork FOLDER      a child goes on where its parent has asked
//   worlds option FOLDER    with an option of lilv's
//   worlds bundle FOLDER    another bundle is loaded between two questions
//   worlds ports FOLDER     ports from before lilv has read the plugin, and after
#define _GNU_SOURCE
#include <lilv/lilv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *folder;

static bool isWanted(const LilvPlugin *plugin) {
  return strstr(lilv_node_as_uri(lilv_plugin_get_bundle_uri(plugin)), folder) != NULL;
}

static void tell(FILE *output, const LilvPlugin *plugin) {
  LilvNode *name = lilv_plugin_get_name(plugin);
  const LilvPort *port = lilv_plugin_get_port_by_index(plugin, 0);
  fprintf(output, "%s: %s, %u ports, %s\n", lilv_node_as_uri(lilv_plugin_get_uri(plugin)), lilv_node_as_string(name),
          lilv_plugin_get_num_ports(plugin), port ? lilv_node_as_string(lilv_port_get_symbol(plugin, port)) : "none");
  lilv_node_free(name);
}

static void tellAll(FILE *output, LilvWorld *world) {
  const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
  LILV_FOREACH (plugins, item, plugins)
    if (isWanted(lilv_plugins_get(plugins, item))) tell(output, lilv_plugins_get(plugins, item));
}

static void *inThread(void *text) {
  size_t size;
  FILE *output = open_memstream(text, &size);
  for (int round = 0; round < 3; round++) {
    LilvWorld *world = lilv_world_new();
    lilv_world_load_all(world);
    tellAll(output, world);
    lilv_world_free(world);
  }
  fclose(output);
  return NULL;
}

static void useThreads(void) {
  enum { count = 4 };
  pthread_t threads[count];
  char *texts[count];
  for (int index = 0; index < count; index++) pthread_create(&threads[index], NULL, inThread, &texts[index]);
  for (int index = 0; index < count; index++) {
    pthread_join(threads[index], NULL);
    fputs(texts[index], stdout);
    free(texts[index]);
  }
}

static void useFork(LilvWorld *world) {
  const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
  tell(stdout, lilv_plugins_get(plugins, lilv_plugins_begin(plugins)));
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    tellAll(stdout, world);
    lilv_world_free(world);
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("the child's status: %d\n", status);
  tellAll(stdout, world);
}

static void loadBundle(LilvWorld *world) {
  tellAll(stdout, world);
  char *path = NULL;
  if (asprintf(&path, "%s/elsewhere.lv2/", folder) < 0) abort();
  LilvNode *bundle = lilv_new_file_uri(world, NULL, path);
  lilv_world_load_bundle(world, bundle);
  tellAll(stdout, world);
  lilv_world_unload_bundle(world, bundle);
  tellAll(stdout, world);
  lilv_node_free(bundle);
  free(path);
}

static void keepPorts(LilvWorld *world) {
  const LilvPlugins *plugins = lilv_world_get_all_plugins(world);
  LilvNode *comment = lilv_new_uri(world, "http://www.w3.org/2000/01/rdf-schema#comment");
  LILV_FOREACH (plugins, item, plugins) {
    const LilvPlugin *plugin = lilv_plugins_get(plugins, item);
    if (!isWanted(plugin)) continue;
    const LilvPort *port = lilv_plugin_get_port_by_index(plugin, 0);
    const LilvNode *symbol = lilv_port_get_symbol(plugin, port);
    const LilvNodes *classes = lilv_port_get_classes(plugin, port);
    const LilvNode *library = lilv_plugin_get_library_uri(plugin);
    // From here on, lilv has read the plugin.
    lilv_nodes_free(lilv_plugin_get_value(plugin, comment));
    printf("%s: %d %d %d %d %d %d\n", lilv_node_as_uri(lilv_plugin_get_uri(plugin)),
           port == lilv_plugin_get_port_by_index(plugin, 0), port == lilv_plugin_get_port_by_symbol(plugin, symbol),
           symbol == lilv_port_get_symbol(plugin, port), classes == lilv_port_get_classes(plugin, port),
           library == lilv_plugin_get_library_uri(plugin), lilv_node_is_blank(lilv_port_get_node(plugin, port)));
    tell(stdout, plugin);
  }
  lilv_node_free(comment);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  folder = arguments[2];
  if (!strcmp(arguments[1], "threads")) {
    useThreads();
    return 0;
  }
  LilvWorld *world = lilv_world_new();
  if (!strcmp(arguments[1], "option")) {
    LilvNode *no = lilv_new_bool(world, false);
    lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, no);
    lilv_node_free(no);
  }
  lilv_world_load_all(world);
  if (!strcmp(arguments[1], "option")) tellAll(stdout, world);
  if (!strcmp(arguments[1], "fork")) useFork(world);
  if (!strcmp(arguments[1], "bundle")) loadBundle(world);
  if (!strcmp(arguments[1], "ports")) keepPorts(world);
  lilv_world_free(world);
  return 0;
}
