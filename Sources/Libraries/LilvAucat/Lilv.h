/// lilv's own functions, which this library interposes.
#ifndef AUCAT_LILV_H
#define AUCAT_LILV_H

#include <lilv/lilv.h>
#include <stdbool.h>

/// The functions of lilv that are called here, wherever the program gets them from.
#define LILV_FUNCTIONS(function)                                                                                         \
  function(lilv_new_float) function(lilv_new_int) function(lilv_new_bool) function(lilv_new_string)                     \
  function(lilv_new_uri) function(lilv_node_as_string) function(lilv_node_as_uri) function(lilv_node_duplicate)         \
  function(lilv_node_free) function(lilv_node_get_path) function(lilv_node_is_blank) function(lilv_node_is_string)      \
  function(lilv_node_is_uri) function(lilv_free) function(lilv_nodes_begin) function(lilv_nodes_free)                   \
  function(lilv_nodes_get) function(lilv_nodes_is_end) function(lilv_nodes_merge) function(lilv_nodes_next)             \
  function(lilv_nodes_size) function(lilv_plugin_class_get_uri) function(lilv_plugin_classes_get_by_uri)                \
  function(lilv_plugin_get_author_email) function(lilv_plugin_get_author_homepage)                                      \
  function(lilv_plugin_get_author_name) function(lilv_plugin_get_bundle_uri) function(lilv_plugin_get_class)            \
  function(lilv_plugin_get_data_uris) function(lilv_plugin_get_extension_data)                                          \
  function(lilv_plugin_get_latency_port_index) function(lilv_plugin_get_library_uri) function(lilv_plugin_get_name)     \
  function(lilv_plugin_get_num_ports) function(lilv_plugin_get_num_ports_of_class_va)                                   \
  function(lilv_plugin_get_optional_features) function(lilv_plugin_get_port_by_designation)                             \
  function(lilv_plugin_get_port_by_index) function(lilv_plugin_get_port_by_symbol)                                      \
  function(lilv_plugin_get_port_ranges_float) function(lilv_plugin_get_project) function(lilv_plugin_get_related)       \
  function(lilv_plugin_get_required_features) function(lilv_plugin_get_supported_features)                              \
  function(lilv_plugin_get_uis) function(lilv_plugin_get_uri) function(lilv_plugin_get_value)                           \
  function(lilv_plugin_has_extension_data) function(lilv_plugin_has_feature) function(lilv_plugin_has_latency)          \
  function(lilv_plugin_instantiate) function(lilv_plugin_verify) function(lilv_plugin_write_description)                \
  function(lilv_plugins_begin) function(lilv_plugins_get) function(lilv_plugins_get_by_uri)                             \
  function(lilv_plugins_is_end) function(lilv_plugins_next) function(lilv_plugins_size) function(lilv_port_get)         \
  function(lilv_port_get_classes) function(lilv_port_get_index) function(lilv_port_get_name)                            \
  function(lilv_port_get_node) function(lilv_port_get_properties) function(lilv_port_get_range)                         \
  function(lilv_port_get_scale_points) function(lilv_port_get_symbol) function(lilv_port_get_value)                     \
  function(lilv_port_has_property) function(lilv_port_is_a) function(lilv_port_supports_event)                          \
  function(lilv_state_delete) function(lilv_state_new_from_instance) function(lilv_state_new_from_world)                \
  function(lilv_world_ask) function(lilv_world_find_nodes) function(lilv_world_free) function(lilv_world_get)           \
  function(lilv_world_get_all_plugins) function(lilv_world_get_plugin_class)                                            \
  function(lilv_world_get_plugin_classes) function(lilv_world_get_symbol) function(lilv_world_load_all)                 \
  function(lilv_world_load_bundle) function(lilv_world_load_plugin_classes) function(lilv_world_load_resource)          \
  function(lilv_world_load_specifications) function(lilv_world_new) function(lilv_world_set_option)                     \
  function(lilv_world_unload_bundle) function(lilv_world_unload_resource)

#define DECLARE_FUNCTION(name) __typeof__(name) *name;
struct lilv {
  LILV_FUNCTIONS(DECLARE_FUNCTION)
  /// The collections' own function for adding nodes; null if it is not exported.
  int (*zix_tree_insert)(void *tree, void *element, void **position);
  /// lilv's function for reading a decimal number, which differs from the C library's; null if it is not exported.
  double (*serd_strtod)(const char *text, char **end);
};
#undef DECLARE_FUNCTION

/// lilv's functions. They are looked up on the first call.
const struct lilv *lilv(void);

/// Whether a call comes from lilv itself, whose functions rely on each other's own implementations.
bool isLilv(const void *caller);

/// For use in the functions that programs see.
#define CALLED_BY_LILV() isLilv(__builtin_return_address(0))

/// Reports on standard error why lilv answers, if `AUCAT_LILV_NOTES` is set.
__attribute__((format(printf, 1, 2))) void note(const char *format, ...);

/// Reports in one line that the catalog can't help a program at all; of several reasons, only the first.
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/// Whether `AUCAT_LILV` is `off`.
bool isTurnedOff(void);

#endif
